import type { MedusaContainer } from "@medusajs/framework/types"
import { foldLedger } from "../workflows/retention/fold-ledger"

/** Folds the stock ledger's months that are older than the option `retention.ledgerMonths` says. */
export default async function foldLedgerJob(container: MedusaContainer): Promise<void> {
  await foldLedger(container)
}

export const config = { name: "pos-fold-ledger", schedule: "47 3 * * *" }
