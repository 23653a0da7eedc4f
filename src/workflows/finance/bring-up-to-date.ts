import type { MedusaContainer } from "@medusajs/framework/types"
import type { ExportPeriod } from "../../modules/pos/queries/finance/export-queries"
import { drainReceipts } from "./extract-receipt-payments"
import { reckonVat } from "./reckon-vat"

/**
 * Brings the tables that reports and exports read in line with the receipts: payments, gift cards and VAT by rate. The job
 * does it each minute for active connections; a report does it first, so that its totals and its payments are of the same
 * receipts, also for a paused or disconnected connection.
 * @param period of VAT alone; default: all receipts
 */
export async function bringUpToDate(
  container: MedusaContainer,
  connectionId: string,
  period?: ExportPeriod
): Promise<void> {
  await drainReceipts(container, connectionId)
  await reckonVat(container, connectionId, period)
}
