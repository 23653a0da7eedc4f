import { useQuery } from "@tanstack/react-query"
import type { StockDecision } from "../../../contract/stock"
import { decidedAnswerSchema, differencesAnswerSchema, movementsAnswerSchema } from "../../lib/answers/stock"
import { ask } from "../../lib/http/client"
import { stockKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { REFETCH_MS } from "../common/refetch"
import { type ListQuery, useList } from "../common/use-list"

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
