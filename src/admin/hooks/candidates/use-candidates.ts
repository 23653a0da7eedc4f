import { adoptedAnswerSchema, candidatesAnswerSchema, ignoredAnswerSchema } from "../../lib/answers/product"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, useList } from "../common/use-list"

export function useCandidates(query: ListQuery) {
  return useList({
    key: posKeys.candidates(query),
    schema: candidatesAnswerSchema,
    path: "/admin/pos/unlinked-products",
    query,
  })
}

/** Gives candidates a product in the store: the one that is named, or a draft that is made of it. */
export function useAdopt(connection_id: string) {
  return useChange((candidates: { id: string; product_id?: string }[]) =>
    ask(adoptedAnswerSchema, "/admin/pos/unlinked-products/adopt", {
      method: "POST",
      body: { connection_id, candidates },
    })
  )
}

/** Leaves candidates at the POS, and offers them no longer; or again. */
export function useIgnore(connection_id: string) {
  return useChange((body: { ids: string[]; ignored: boolean }) =>
    ask(ignoredAnswerSchema, "/admin/pos/unlinked-products/ignore", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
