import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { getPolicyKey, type Permission } from "../../../contract/permissions"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useTexts } from "./use-texts"

const permissionsAnswerSchema = z.object({ permissions: z.array(z.string()) })

/** Rights change at a sign-in; a page that stays open reads them again. */
const STALE_MS = 60_000

/**
 * Whether the user has a right, and if not, which role to ask for. It asks the plugin's own route, whose answer is what
 * the other routes check in every version of Medusa. Until the answer arrives, everything is offered: the server checks
 * each call in any case.
 */
export function usePermission(permission: Permission): { isAllowed: boolean; why: string } {
  const { t } = useTexts()
  const { data } = useQuery({
    queryKey: posKeys.permissions,
    queryFn: () => ask(permissionsAnswerSchema, "/admin/pos/permissions"),
    staleTime: STALE_MS,
  })
  return {
    isAllowed: data?.permissions.includes(permission) ?? true,
    why: t("permission.needed", { policy: getPolicyKey(permission) }),
  }
}
