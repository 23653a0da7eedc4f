import { z } from "zod"
import type { MoneyDecision } from "../../../contract/finance"
import { discrepanciesAnswerSchema } from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"
import { financeKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, useList } from "../common/use-list"

export function useDiscrepancies(query: ListQuery) {
  return useList({
    key: financeKeys.differences(query),
    schema: discrepanciesAnswerSchema,
    path: "/admin/pos/discrepancies",
    query,
  })
}

/** Fixes open differences, each in the way of its kind, or leaves them. */
export function useDecideDiscrepancies(connection_id: string) {
  return useChange((body: { decision: MoneyDecision; ids: string[] }) =>
    ask(z.looseObject({ decided: z.number(), failed: z.number() }), "/admin/pos/discrepancies/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
