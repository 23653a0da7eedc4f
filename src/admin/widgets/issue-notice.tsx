import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { useQuery } from "@tanstack/react-query"
import { lazyWords } from "../components/common/lazy"
import { NOW_AND_THEN_MS } from "../hooks/common/refetch"
import { describeError, sdk } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"

const Content = lazyWords(() => import("../components/widgets/issue-notice"))

/**
 * Whether an answer names an issue of the urgency `loss`. Without a schema of zod, which would be most of what this
 * plugin adds to every page; the notice itself parses the answer.
 */
const isPressing = (answer: unknown): boolean =>
  hasKey(answer, "issues") &&
  Array.isArray(answer.issues) &&
  answer.issues.some((issue: unknown) => hasKey(issue, "urgency") && issue.urgency === "loss")

const hasKey = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === "object" && value !== null && key in value

/** Looks for a pressing issue until there is one, also after the server did not answer; not for those who may not see it. */
function useHasPressing(): boolean {
  const { data = false } = useQuery({
    queryKey: posKeys.pressing,
    queryFn: async () => isPressing(await sdk.client.fetch<unknown>("/admin/pos/issues")),
    refetchInterval: ({ state: { data: found, error } }) =>
      found === true || (error !== null && describeError(error).key === "forbidden") ? false : NOW_AND_THEN_MS,
    retry: false,
  })
  return data
}

/** At the top of every page, once a connection waits for a person because sales stop or are missing. */
const TopbarNotice = () => {
  const hasPressing = useHasPressing()
  return <>{hasPressing && <Content />}</>
}

export const config = defineWidgetConfig({ zone: "topbar", id: "pos:issue-notice" })

export default TopbarNotice
