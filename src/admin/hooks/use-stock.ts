import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { differencesAnswerSchema, movementsAnswerSchema, variantsAnswerSchema } from "../lib/answers/stock"
import { ask } from "../lib/ask"
import { stockKeys } from "../lib/query-keys"
import { useChange } from "./use-change"
import type { ListQuery } from "./use-lists"

const EVERY_MS = 5_000

export function useDifferences(query: ListQuery) {
  return useQuery({
    queryKey: stockKeys.differences(query),
    queryFn: () => ask(differencesAnswerSchema, "/admin/pos/stock-differences", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

/** The ledger of a variant, the latest movement first. */
export function useMovements(query: ListQuery & { variant_id: string }) {
  return useQuery({
    queryKey: stockKeys.movements(query),
    queryFn: () => ask(movementsAnswerSchema, "/admin/pos/stock-movements", { query }),
    refetchInterval: EVERY_MS,
    enabled: query.variant_id !== "",
  })
}

/** Names of variants by their ids, with their product's. */
export function useVariantNames(ids: string[]) {
  return useQuery({
    queryKey: stockKeys.variantNames(ids),
    queryFn: () =>
      ask(variantsAnswerSchema, "/admin/product-variants", {
        query: { id: ids, limit: ids.length, fields: "id,title,product_id,product.title" },
      }),
    select: ({ variants }) =>
      new Map(
        variants.map(({ id, title, product_id, product }) => [
          id,
          { id, name: [product?.title, title].filter(Boolean).join(", ") || id, productId: product_id ?? null },
        ])
      ),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

export type Decision = "trust-shop" | "trust-pos" | "ignored"

/** Settles open differences for a side, or leaves them; without ids all of the connection's. */
export function useDecideDifferences(connection_id: string) {
  return useChange((body: { decision: Decision; ids?: string[] }) =>
    ask(z.looseObject({ decided: z.number() }), "/admin/pos/stock-differences/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/** Compares the levels of both sides now, as a run. */
export function useReconcile(id: string) {
  return useChange(() =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/reconcile`, { method: "POST" })
  )
}
