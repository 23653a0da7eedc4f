import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { PosNotFoundError } from "../../pos-api/client"
import { type Purchase, purchaseForAccountingSchema } from "../../pos-api/contract"
import { getCashier, getRefundedSale, soldAt } from "../purchases"
import { repairOrder, type RepairResult } from "./repair-order"
import { type CorrectedReceipt, correctReceipts } from "./store"

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
  purchase_number: purchase.purchaseNumber ?? null,
  amount: purchase.amount,
  currency_code: purchase.currency.toLowerCase(),
  cashier: getCashier(purchase),
  sold_at: soldAt(purchase),
  payload: purchase,
  accounting: purchaseForAccountingSchema.parse(purchase),
})
