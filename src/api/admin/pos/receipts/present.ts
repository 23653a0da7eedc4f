import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { receiptSchema } from "../../../../contract/receipts"
import { readCustomer, readReceiptSheet, readRelatedReceipts } from "../../../../features/receipts"
import { POS_MODULE } from "../../../../modules/pos"
import type { PosReceipt } from "../../../../modules/pos/models"
import { findUnwrittenOrders } from "../../../../runtime/store-writes"

const paidSchema = z.looseObject({ payments: z.array(z.looseObject({ type: z.string() })) })

/** The types of a receipt's payments, each once. */
function getPaymentTypes(payload: unknown): string[] {
  const { data } = paidSchema.safeParse(payload)
  return [...new Set(data?.payments.map(({ type }) => type))]
}

type Receipt = InferTypeOf<typeof PosReceipt>

/**
 * Converts receipts for the API, without their payloads; amounts are integers of minor units. An order that Medusa's
 * services have not created yet is null: a link to it would lead nowhere.
 */
export async function presentReceipts(container: MedusaContainer, receipts: Receipt[]) {
  const orderIds = receipts.flatMap(({ order_id }) => order_id ?? [])
  const unwritten =
    orderIds.length === 0
      ? new Set<string>()
      : await container.resolve(POS_MODULE).query((sql) => findUnwrittenOrders(sql, orderIds))
  return receipts.map((receipt) => presentReceipt(receipt, unwritten))
}

/** Converts a receipt for the API. @param unwritten IDs of orders that do not exist yet */
export function presentReceipt(receipt: Receipt, unwritten: ReadonlySet<string>) {
  return {
    id: receipt.id,
    connection_id: receipt.connection_id,
    purchase_uuid: receipt.purchase_uuid,
    purchase_number: receipt.purchase_number,
    state: receipt.state,
    state_reason: receipt.state_reason,
    order_id: receipt.order_id !== null && unwritten.has(receipt.order_id) ? null : receipt.order_id,
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

/**
 * Responds with `{receipt}` and its `sheet` (rows, discounts, payments and taxes as printed, amounts in minor units,
 * cards by their last digits), `related`: its refunds, or the sale that it refunds, and `customer`: the customer
 * attached to its order. 404 when unknown.
 */
export async function answerReceipt(
  request: AuthenticatedMedusaRequest,
  response: MedusaResponse,
  id: string
): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const receipt = await pos.findReceipt(id)
  const [related, customer, [presented]] = await Promise.all([
    pos.query((sql) => readRelatedReceipts(sql, receipt)),
    readCustomer(request.scope, receipt.order_id),
    presentReceipts(request.scope, [receipt]),
  ])
  response.json({
    receipt: { ...presented, sheet: readReceiptSheet(receipt.payload), related, customer },
  })
}
