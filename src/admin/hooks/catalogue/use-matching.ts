import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { BulkAction } from "../../../vocabulary/bulk-action"
import { linkCountsAnswerSchema } from "../../lib/answers/product-link"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { REFETCH_MS } from "../common/use-list"

/** Which products a list of the catalogue shows, on all of its pages. */
export type MatchingQuery = { connection_id: string; q?: string; state?: string }

/** How many products are in each state, of those that are searched for. */
export function useLinkCounts(query: Omit<MatchingQuery, "state">) {
  return useQuery({
    queryKey: posKeys.linkCounts(query),
    queryFn: () => ask(linkCountsAnswerSchema, "/admin/pos/product-links/counts", { query }),
    select: ({ counts }) => counts,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

/** How many products match exactly; asked just before something is done with all of them. */
export function useMatchingCount(query: MatchingQuery, enabled: boolean) {
  return useQuery({
    queryKey: posKeys.matchingCount(query),
    queryFn: () => ask(z.looseObject({ count: z.number() }), "/admin/pos/product-links/matching", { query }),
    gcTime: 0,
    enabled,
  })
}

/** Starts a run that does something with all products that match. */
export function useChangeMatching() {
  return useChange((body: MatchingQuery & { action: BulkAction }) =>
    ask(z.looseObject({ total: z.number() }), "/admin/pos/product-links/matching", { method: "POST", body })
  )
}
