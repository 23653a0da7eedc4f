import { useInfiniteQuery } from "@tanstack/react-query"
import { dryRunAnswerSchema } from "../../lib/answers/dry-run"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"

/**
 * What a full sync would do, page by page, or with one product; nothing is written. The route goes through the products
 * by their ids, so that one begins after all but its last letter.
 */
export function useDryRun(id: string, productId: string) {
  const limit = productId === "" ? undefined : 1
  return useInfiniteQuery({
    queryKey: posKeys.dryRun(id, productId),
    queryFn: ({ pageParam }) =>
      ask(dryRunAnswerSchema, `/admin/pos/connections/${id}/dry-run`, { query: { after: pageParam, limit } }),
    initialPageParam: productId.slice(0, -1),
    getNextPageParam: ({ next }) => (productId === "" ? next : null),
    // It is worth a computation for every product, and shows a moment.
    staleTime: Infinity,
  })
}
