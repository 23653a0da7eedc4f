import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Language } from "../../../contract/languages"
import { cashiersAnswerSchema, receiptAnswerSchema, receiptsAnswerSchema } from "../../lib/answers/receipt"
import { ask, askForPdf } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { usePermission } from "../common/use-permission"
import { type ListQuery, useList } from "../common/use-list"

export function useReceipts(query: ListQuery, enabled = true) {
  return useList({
    key: posKeys.receipts(query),
    schema: receiptsAnswerSchema,
    path: "/admin/pos/receipts",
    query,
    enabled,
  })
}

/** The cashiers of a connection, for those who may see them. */
export function useCashiers(connectionId: string) {
  const { isAllowed } = usePermission("finance")
  return useQuery({
    queryKey: posKeys.cashiers(connectionId),
    queryFn: () =>
      ask(cashiersAnswerSchema, "/admin/pos/receipts/cashiers", { query: { connection_id: connectionId } }),
    select: ({ cashiers }) => cashiers,
    enabled: isAllowed,
  })
}

export function useReceipt(id: string) {
  return useQuery({
    queryKey: posKeys.receipt(id),
    queryFn: () => ask(receiptAnswerSchema, `/admin/pos/receipts/${id}`),
    select: ({ receipt }) => receipt,
    enabled: id !== "",
  })
}

/** Erases a receipt's personal data permanently. */
export function useEraseReceipt(id: string) {
  return useChange(() => ask(receiptAnswerSchema, `/admin/pos/receipts/${id}/erase`, { method: "POST" }))
}

/** Has a receipt made as a PDF, to be printed at once or kept; answers an address in this browser. */
export function useReceiptPaper(id: string) {
  return useMutation({
    mutationFn: async (query: { print: boolean; language: Language }) =>
      URL.createObjectURL(await askForPdf(`/admin/pos/receipts/${id}/document`, query)),
  })
}

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
