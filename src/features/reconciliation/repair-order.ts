import type { MedusaContainer } from "@medusajs/framework/types"
import { findLinkedVariants } from "../../medusa/linked-variants"
import { type ImportedOrder, toOrderRows } from "../../medusa/order-rows"
import { insertRows } from "../../medusa/order-tables"
import { readOrderFiguresOf, readStoreChanges } from "../../medusa/orders"
import { rewriteOrder } from "../../medusa/rewrite-order"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { entityId } from "../../modules/pos/entity-id"
import { purchaseSchema, type Purchase, purchaseForAccountingSchema } from "../../pos-api/contract"
import { assertTablesKnown } from "../../runtime/schema-compatibility"
import {
  lockSales,
  ORDER_MAPPING_VERSION,
  toReceiptOrder,
  getCashier,
  getReceiptNumber,
  getRefundedSale,
  soldAt,
} from "../purchases"
import { writeRefunds } from "../refunds"
import { DisplayIds, knownOrderProviders, moveReceipt } from "../sales"
import { classifyOrder, nameLostChanges } from "./classify"
import { PosNotFoundError } from "../../pos-api/client"
import { type CorrectedReceipt, correctReceipts } from "./store"

/**
 * Result of a repair. `gone`: there was no discrepancy any more. `not_kept`: what a repaired order lost of the store's
 * additions, for a person.
 */
export type RepairResult =
  { outcome: "fixed"; not_kept?: string | null } | { outcome: "gone" } | { outcome: "failed"; failure: string }

/**
 * Repairs the order of a sale in place. Its lines, taxes, payments and fulfillment are written again from its receipt,
 * and its refunds from theirs. Number, customer, addresses and other additions stay. It runs in one transaction, which
 * locks the sale's receipt first. No stock moves and no event is emitted, because nothing was sold.
 * @throws TablesUnknownError
 */
export async function repairOrder(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchaseUuid: string
): Promise<RepairResult> {
  await assertTablesKnown(container, "orders")
  return container.resolve(POS_MODULE).transaction(async (sql, now, context): Promise<RepairResult> => {
    await lockSales(sql, connection.id, [purchaseUuid])
    const sale = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    if (!sale) {
      return { outcome: "gone" }
    }
    const differences = classifyOrder(sale)
    if (differences.length === 0) {
      return { outcome: "gone" }
    }
    if (differences.every(({ cause }) => cause === "receipt-contradicts")) {
      return {
        outcome: "failed",
        failure: "The order is as the receipt's rows say; they do not make the receipt's VAT.",
      }
    }
    const purchase = purchaseSchema.safeParse(sale.payload)
    if (!purchase.success) {
      return { outcome: "failed", failure: "The receipt no longer has what an order is written from." }
    }
    const receipt = toReceiptOrder(purchase.data)
    const orderId = sale.order_id ?? entityId("order")
    const variantOf = await findLinkedVariants(sql, connection.id, receipt.lines)
    const sold = { orderId, receipt, variants: receipt.lines.map(variantOf) }
    const providers = await knownOrderProviders(sql)
    const rowsOf = (order: ImportedOrder) => toOrderRows([order], connection, providers)
    const changes = await readStoreChanges(sql, orderId)
    const isThere = await rewriteOrder(sql, orderId, rowsOf(sold), now)
    if (!isThere) {
      const customDisplayId = await new DisplayIds(container).idOf(sold, connection, context)
      await insertRows(sql, rowsOf({ ...sold, customDisplayId }))
    }
    await moveReceipt(sql, {
      connectionId: connection.id,
      purchaseUuid,
      orderId,
      mappingVersion: ORDER_MAPPING_VERSION,
    })
    await writeRefunds(sql, connection, [purchaseUuid], "sql")
    const written = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    return written && classifyOrder(written).length === 0
      ? { outcome: "fixed", not_kept: nameLostChanges(changes) }
      : { outcome: "failed", failure: "The order was written again from its receipt, and still differs." }
  })
}

/**
 * Gives a receipt the POS's version, fetched again, and repairs the order of its sale. The order keeps its number,
 * customer and addresses. No stock moves, because nothing was sold.
 * @throws PosApiError, TablesUnknownError
 */
export async function repairReceipt(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchaseUuid: string
): Promise<RepairResult> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connection.id)
  let purchase: Purchase
  try {
    purchase = await client.purchases.get(purchaseUuid)
  } catch (error) {
    if (!(error instanceof PosNotFoundError)) {
      throw error
    }
    return { outcome: "failed", failure: "The POS no longer has this receipt, so it cannot be fetched." }
  }
  await pos.transaction((sql) => correctReceipts(sql, connection.id, [toCorrectedReceipt(purchase)]))
  const repaired = await repairOrder(container, connection, getRefundedSale(purchase) ?? purchaseUuid)
  // The order, if there is one, had the POS's amounts already.
  return repaired.outcome === "gone" ? { outcome: "fixed" } : repaired
}

/** Converts a purchase to the corrected data of its receipt. */
export const toCorrectedReceipt = (purchase: Purchase): CorrectedReceipt => ({
  purchase_uuid: purchase.purchaseUUID1,
  purchase_number: getReceiptNumber(purchase),
  amount: purchase.amount,
  currency_code: purchase.currency.toLowerCase(),
  cashier: getCashier(purchase),
  sold_at: soldAt(purchase),
  payload: purchase,
  accounting: purchaseForAccountingSchema.parse(purchase),
})
