import { adoptedAnswerSchema, candidatesAnswerSchema, ignoredAnswerSchema } from "../../lib/answers/candidate"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { type ListQuery, useList } from "../common/use-list"

export function useCandidates(query: ListQuery) {
  return useList({
    key: posKeys.candidates(query),
    schema: candidatesAnswerSchema,
    path: "/admin/pos/product-candidates",
    query,
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
