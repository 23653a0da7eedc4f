import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { StockDecision } from "../../../contract/stock"
import { ask } from "../../lib/http/client"
import { stockKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/refetch"
import { type ListQuery, useList } from "../common/use-list"
import { useChange } from "../common/use-mutation-toasts"

/** A variant whose levels differ; levels are decimal text. `GET /admin/pos/stock-differences` */
export const differenceSchema = z.looseObject({
  id: z.string(),
  variant_id: z.string().nullable(),
  /** null: the store does not count the variant */
  store_level: z.string().nullable(),
  pos_level: z.string(),
  ledger_level: z.string().nullable(),
  cause: z.string(),
  state: z.string(),
  found_at: z.string(),
  dismissal_reason: z.string().nullable(),
})

/** `POST /admin/pos/stock-differences/decide`: how many were settled, and why others were not */
const decidedAnswerSchema = z.looseObject({
  decided: z.number(),
  left_open: z.array(z.looseObject({ reason: z.string(), count: z.number() })).default([]),
})

const differencesAnswerSchema = z.looseObject({
  stock_differences: z.array(differenceSchema),
  count: z.number(),
})

/** `GET /admin/pos/stock-movements`: the ledger of a variant */
const movementsAnswerSchema = z.looseObject({
  stock_movements: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      state: z.string(),
      change: z.string(),
      pos_balance_after: z.string().nullable(),
      occurred_at: z.string(),
    })
  ),
  count: z.number(),
})

export type Difference = z.infer<typeof differenceSchema>

export function useDifferences(query: ListQuery) {
  return useList({
    key: stockKeys.differences(query),
    schema: differencesAnswerSchema,
    path: "/admin/pos/stock-differences",
    query,
  })
}

/** The ledger of a variant, the latest movement first. */
export function useMovements(query: ListQuery & { variant_id: string }) {
  return useQuery({
    queryKey: stockKeys.movements(query),
    queryFn: () => ask(movementsAnswerSchema, "/admin/pos/stock-movements", { query }),
    refetchInterval: REFETCH_MS,
    enabled: query.variant_id !== "",
  })
}

/** Settles open differences for a side, or leaves them; without ids all of the connection's. */
export function useDecideDifferences(connection_id: string) {
  return useChange((body: { decision: StockDecision; ids?: string[]; reason?: string | undefined }) =>
    ask(decidedAnswerSchema, "/admin/pos/stock-differences/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
