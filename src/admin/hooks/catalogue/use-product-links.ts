import { z } from "zod"
import type { Inclusion } from "../../../vocabulary/product-link"
import { productLinksAnswerSchema } from "../../lib/answers/product-link"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { type ListQuery, useList } from "../common/use-list"

const anythingSchema = z.looseObject({})

export function useProductLinks(query: ListQuery, enabled = true) {
  return useList({
    key: posKeys.productLinks(query),
    schema: productLinksAnswerSchema,
    path: "/admin/pos/product-links",
    query,
    enabled,
  })
}

/** Includes or excludes products, whatever the selection says; `auto` leaves it to the selection again. */
export function useInclude(connection_id: string) {
  return useChange((body: { product_ids: string[]; inclusion: Inclusion }) =>
    ask(anythingSchema, "/admin/pos/product-links/inclusion", { method: "POST", body: { connection_id, ...body } })
  )
}

/** Tries products again now. */
export function usePushProducts(connection_id: string) {
  return useChange((product_ids: string[]) =>
    ask(anythingSchema, "/admin/pos/product-links/push", { method: "POST", body: { connection_id, product_ids } })
  )
}
