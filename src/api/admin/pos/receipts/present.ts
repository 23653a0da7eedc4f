import type { InferTypeOf } from "@medusajs/framework/types"
import { z } from "zod"
import type { receiptSchema } from "../../../../contract/receipts"
import type { PosReceipt } from "../../../../modules/pos/models"

const paidSchema = z.looseObject({ payments: z.array(z.looseObject({ type: z.string() })) })

/** The types of a receipt's payments, each once. */
function getPaymentTypes(payload: unknown): string[] {
  const { data } = paidSchema.safeParse(payload)
  return [...new Set(data?.payments.map(({ type }) => type))]
}

/** Converts a receipt for the API, without its payload; amounts are integers of minor units. */
export function presentReceipt(receipt: InferTypeOf<typeof PosReceipt>) {
  return {
    id: receipt.id,
    connection_id: receipt.connection_id,
    purchase_uuid: receipt.purchase_uuid,
    purchase_number: receipt.purchase_number,
    state: receipt.state,
    state_reason: receipt.state_reason,
    order_id: receipt.order_id,
    amount: Number(receipt.amount),
    vat_amount: receipt.vat_amount === null ? null : Number(receipt.vat_amount),
    vat_by_rate: receipt.vat_by_rate,
    currency_code: receipt.currency_code,
    refund: receipt.refund,
    refunds_purchase_uuid: receipt.refunds_purchase_uuid,
    cashier: receipt.cashier,
    payment_types: getPaymentTypes(receipt.payload),
    sold_at: receipt.sold_at,
    details_erased_at: receipt.details_erased_at,
    created_at: receipt.created_at,
    updated_at: receipt.updated_at,
  } satisfies Record<keyof z.infer<typeof receiptSchema>, unknown>
}
