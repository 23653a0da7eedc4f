import { z } from "zod"
import type { MoneyDecision } from "../../../vocabulary/money"
import { moneyDifferencesAnswerSchema } from "../../lib/answers/finance"
import { ask } from "../../lib/http/ask"
import { financeKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { type ListQuery, useList } from "../common/use-list"

export function useMoneyDifferences(query: ListQuery) {
  return useList({
    key: financeKeys.differences(query),
    schema: moneyDifferencesAnswerSchema,
    path: "/admin/pos/money-differences",
    query,
  })
}

/** Mends open differences, each in the way of its kind, or leaves them. */
export function useDecideMoney(connection_id: string) {
  return useChange((body: { decision: MoneyDecision; ids: string[] }) =>
    ask(z.looseObject({ decided: z.number(), failed: z.number() }), "/admin/pos/money-differences/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
