import type { MedusaContainer } from "@medusajs/framework/types"
import { findLinkedVariants } from "../../medusa/linked-variants"
import { type ImportedOrder, toOrderRows } from "../../medusa/order-rows"
import { insertRows } from "../../medusa/order-tables"
import { readOrderFiguresOf, readStoreChanges } from "../../medusa/orders"
import { deleteOrder, rewriteOrder } from "../../medusa/rewrite-order"
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
  isRefund,
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
 * @param isReceiptNew whether a receipt of the order was corrected, so that it is written again though its amounts agree
 * @throws TablesUnknownError
 */
export async function repairOrder(
  container: MedusaContainer,
  connection: ConnectionRecord,
  purchaseUuid: string,
  isReceiptNew = false
): Promise<RepairResult> {
  await assertTablesKnown(container, "orders")
  return container.resolve(POS_MODULE).transaction(async (sql, now, context): Promise<RepairResult> => {
    await lockSales(sql, connection.id, [purchaseUuid])
    const sale = await readOrderFiguresOf(sql, connection.id, purchaseUuid)
    if (!sale) {
      return { outcome: "gone" }
    }
    const differences = classifyOrder(sale)
    if (differences.length === 0 && !isReceiptNew) {
      return { outcome: "gone" }
    }
    if (differences.length > 0 && differences.every(({ cause }) => cause === "receipt-contradicts")) {
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
    const findVariant = await findLinkedVariants(sql, connection.id, receipt.lines)
    const sold = { orderId, receipt, variants: receipt.lines.map(findVariant) }
    const providers = await knownOrderProviders(sql)
    const toRows = (order: ImportedOrder) => toOrderRows([order], connection, providers)
    const changes = await readStoreChanges(sql, orderId)
    const isThere = await rewriteOrder(sql, orderId, toRows(sold), now)
    if (!isThere) {
      const customDisplayId = await new DisplayIds(container).idOf(sold, connection, context)
      await insertRows(sql, toRows({ ...sold, customDisplayId }))
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
 * Gives a receipt the POS's version, fetched again, and writes the order of its sale again. A refund that named another
 * sale leaves that sale's order. A receipt that is a refund at the POS and a sale in the store, or the reverse, becomes
 * what it is there. Orders keep their number, customer and addresses. No stock moves, because nothing was sold.
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
  const [former] = await pos.listPosReceipts({ connection_id: connection.id, purchase_uuid: purchaseUuid })
  const { deleted } = await adoptPurchases(container, connection.id, [purchase])
  const sales = new Set([former?.refunds_purchase_uuid ?? purchaseUuid, getRefundedSale(purchase) ?? purchaseUuid])
  const lost: string[] = deleted > 0 ? [NOTHING_SOLD] : []
  for (const sale of sales) {
    const repaired = await repairOrder(container, connection, sale, true)
    if (repaired.outcome === "failed") {
      return repaired
    }
    if (repaired.outcome === "fixed" && repaired.not_kept) {
      lost.push(repaired.not_kept)
    }
  }
  return { outcome: "fixed", not_kept: lost.join(" ") || null }
}

const NOTHING_SOLD = "The order of this receipt was deleted, because at the POS it is a refund."

/**
 * Gives receipts the POS's version. The order of a receipt that is a refund at the POS is deleted.
 * @returns how many orders were deleted
 * @throws TablesUnknownError
 */
export async function adoptPurchases(
  container: MedusaContainer,
  connectionId: string,
  purchases: Purchase[]
): Promise<{ deleted: number }> {
  const pos = container.resolve(POS_MODULE)
  const refunds = purchases.filter(isRefund).map(({ purchaseUUID1 }) => purchaseUUID1)
  const where = { connection_id: connectionId, purchase_uuid: refunds, refund: false }
  if (refunds.length > 0 && (await pos.listPosReceipts(where, { take: 1, select: ["id"] })).length > 0) {
    await assertTablesKnown(container, "orders")
  }
  return pos.transaction(async (sql, now) => {
    const orderIds = await correctReceipts(sql, connectionId, purchases.map(toCorrectedReceipt))
    for (const orderId of orderIds) {
      await deleteOrder(sql, orderId, now)
    }
    return { deleted: orderIds.length }
  })
}

/** Converts a purchase to the corrected data of its receipt. */
export const toCorrectedReceipt = (purchase: Purchase): CorrectedReceipt => ({
  purchase_uuid: purchase.purchaseUUID1,
  purchase_number: getReceiptNumber(purchase),
  amount: purchase.amount,
  currency_code: purchase.currency.toLowerCase(),
  cashier: getCashier(purchase),
  sold_at: soldAt(purchase),
  refund: isRefund(purchase),
  refunds_purchase_uuid: getRefundedSale(purchase),
  payload: purchase,
  accounting: purchaseForAccountingSchema.parse(purchase),
})
