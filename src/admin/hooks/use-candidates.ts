import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { adoptedAnswerSchema, candidatesAnswerSchema, ignoredAnswerSchema } from "../lib/answers/candidate"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"
import { useChange } from "./use-change"
import type { ListQuery } from "./use-lists"

const EVERY_MS = 5_000

export function useCandidates(query: ListQuery) {
  return useQuery({
    queryKey: posKeys.candidates(query),
    queryFn: () => ask(candidatesAnswerSchema, "/admin/pos/product-candidates", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

/** Gives candidates a product in the shop: the one that is named, or a draft that is made of it. */
export function useAdopt(connection_id: string) {
  return useChange((candidates: { id: string; product_id?: string }[]) =>
    ask(adoptedAnswerSchema, "/admin/pos/product-candidates/adopt", {
      method: "POST",
      body: { connection_id, candidates },
    })
  )
}

/** Leaves candidates at the counter, and offers them no longer; or again. */
export function useIgnore(connection_id: string) {
  return useChange((body: { ids: string[]; ignored: boolean }) =>
    ask(ignoredAnswerSchema, "/admin/pos/product-candidates/ignore", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
