import { useQueryClient } from "@tanstack/react-query"
import { receiptAnswerSchema } from "../../lib/answers/receipt"
import { ask } from "../../lib/http/client"
import { useChange } from "../common/use-mutation-toasts"

/** A customer of the store, by ID or by email address. */
export type Attached = { customer_id: string } | { email: string }

/** Whose Medusa's own pages read an order by. */
const MEDUSAS_ORDERS = ["orders"]

/** Gives a receipt to a customer; the order's own page shows it, too. */
export function useAttachCustomer(id: string) {
  const client = useQueryClient()
  return useChange(async (body: Attached & { replace: boolean }) => {
    const answer = await ask(receiptAnswerSchema, `/admin/pos/receipts/${id}/customer`, { method: "POST", body })
    void client.invalidateQueries({ queryKey: MEDUSAS_ORDERS })
    return answer
  })
}

/** Takes a receipt from its customer. */
export function useDetachCustomer(id: string) {
  const client = useQueryClient()
  return useChange(async (_nothing: void) => {
    const answer = await ask(receiptAnswerSchema, `/admin/pos/receipts/${id}/customer`, { method: "DELETE" })
    void client.invalidateQueries({ queryKey: MEDUSAS_ORDERS })
    return answer
  })
}
