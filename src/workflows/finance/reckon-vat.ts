import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ExportPeriod } from "../../modules/pos/queries/finance/export-queries"
import {
  findReceiptsWithoutVat,
  keepReceiptVat,
  type ReceiptWithoutVat,
  type ReckonedVat,
} from "../../modules/pos/queries/finance/receipt-vat"
import { purchaseSchema } from "../../pos-api/contract"
import { taxOf, vatByRate } from "../../translate/vat-by-rate"

const BATCH_SIZE = 500

/**
 * Reckons VAT by rate for receipts that were mirrored by a version that did not; all of a connection's, or those of a
 * period before a report of it. A receipt always comes to the same, so two processes may well do it at once.
 */
export async function reckonVat(
  container: MedusaContainer,
  connectionId: string,
  period?: ExportPeriod
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
    const receipts = await pos.query((sql) => findReceiptsWithoutVat(sql, { connectionId, period, limit: BATCH_SIZE }))
    if (receipts.length > 0) {
      await pos.query((sql) => keepReceiptVat(sql, receipts.map(reckon)))
    }
    found = receipts.length
  }
}

/** A receipt that can no longer be read as a purchase keeps its totals, without a rate. */
function reckon({ id, amount, vat_amount, payload }: ReceiptWithoutVat): ReckonedVat {
  const purchase = purchaseSchema.safeParse(payload)
  const tax = vat_amount ?? 0
  const figures = purchase.success ? vatByRate(purchase.data) : [{ rate: null, gross: amount, net: amount - tax, tax }]
  return { id, vat_by_rate: figures, vat_amount: taxOf(figures) }
}
