import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import type { Language } from "../../../contract/languages"
import { receiptSchema } from "../../../contract/receipts"
import { customerSchema } from "../store/use-store-choices"
import { ask, askForPdf } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { type ListQuery, useList } from "../common/use-list"
import { useChange } from "../common/use-mutation-toasts"
import { usePermission } from "../common/use-permission"

const receiptsAnswerSchema = z.looseObject({ receipts: z.array(receiptSchema), count: z.number() })

/** `GET /admin/pos/receipts/cashiers` */
const cashiersAnswerSchema = z.looseObject({ cashiers: z.array(z.string()) })

export const sheetRowSchema = z.looseObject({
  type: z.string(),
  name: z.string().nullable(),
  variant_name: z.string().nullable(),
  quantity: z.string(),
  unit_name: z.string().nullable(),
  unit_price: z.number(),
  discount: z.number(),
  amount: z.number(),
  tax_percentage: z.number().nullable(),
  comment: z.string().nullable(),
  gift_card_uuid: z.string().nullable(),
})

export const sheetPaymentSchema = z.looseObject({
  uuid: z.string(),
  type: z.string(),
  amount: z.number(),
  tip: z.number().nullable(),
  card_type: z.string().nullable(),
  card_digits: z.string().nullable(),
  gift_card_uuid: z.string().nullable(),
})

export const sheetSchema = z.looseObject({
  taxation_mode: z.string().nullable(),
  rows: z.array(sheetRowSchema),
  discounts: z.array(
    z.looseObject({ name: z.string().nullable(), amount: z.number().nullable(), percentage: z.number().nullable() })
  ),
  service_charge: z.looseObject({ title: z.string().nullable(), amount: z.number() }).nullable(),
  tip: z.number(),
  payments: z.array(sheetPaymentSchema),
  tax_is_added: z.boolean(),
  tax_by_rate: z.array(z.looseObject({ percentage: z.string().nullable(), amount: z.number() })),
  tax_contradicted: z.boolean(),
  difference: z.number(),
  rounding: z.number(),
})

/** `GET /admin/pos/receipts/:id` */
const receiptAnswerSchema = z.looseObject({
  receipt: receiptSchema.extend({
    sheet: sheetSchema.nullable(),
    customer: customerSchema.nullable(),
    related: z.array(
      z.looseObject({
        id: z.string(),
        purchase_number: z.number().nullable(),
        amount: z.number(),
        sold_at: z.string(),
        refund: z.boolean(),
      })
    ),
  }),
})

export type Receipt = z.infer<typeof receiptSchema>
export type FullReceipt = z.infer<typeof receiptAnswerSchema>["receipt"]
export type Sheet = z.infer<typeof sheetSchema>
export type SheetPayment = z.infer<typeof sheetPaymentSchema>

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
