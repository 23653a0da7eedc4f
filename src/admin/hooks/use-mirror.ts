import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { mirrorSettingsAnswerSchema } from "../lib/answers/push"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"
import { useChange } from "./use-change"

export function useMirrorSettings(id: string) {
  return useQuery({
    queryKey: posKeys.mirrorSettings(id),
    queryFn: () => ask(mirrorSettingsAnswerSchema, `/admin/pos/connections/${id}/mirror-settings`),
    select: ({ mirror_settings }) => mirror_settings,
  })
}

export function useSaveMirrorSettings(id: string) {
  return useChange((body: object) =>
    ask(mirrorSettingsAnswerSchema, `/admin/pos/connections/${id}/mirror-settings`, { method: "POST", body })
  )
}

/** Looks at the subscription and for missed purchases now. */
export function useCheckNow(id: string) {
  return useChange(() =>
    ask(z.looseObject({ subscription: z.string(), found: z.number() }), `/admin/pos/connections/${id}/check`, {
      method: "POST",
      body: {},
    })
  )
}

/** Brings the receipts since a day into the shop, as a run that goes on by itself. */
export function useBackfill(id: string) {
  return useChange((since: string) =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/backfill`, {
      method: "POST",
      body: { since },
    })
  )
}
