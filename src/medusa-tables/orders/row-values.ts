import { BigNumber } from "bignumber.js"
import type { ReceiptOrder } from "../../translate/receipt-order"

/** Takes a row of a table of Medusa's. */
export type AddRow = (table: string, row: Record<string, unknown>) => void

/** Medusa keeps a number twice: as numeric to sort by, and as text with its precision to reckon with. */
export function bigNumber(field: string, value: BigNumber.Value): Record<string, unknown> {
  const text = new BigNumber(value).toFixed()
  return { [field]: text, [`raw_${field}`]: { value: text, precision: 20 } }
}

/**
 * A mirrored row is as old as the sale. When it was last changed is left to the database: that is the moment of writing,
 * by which exporters see a receipt that comes late.
 */
export const moments = (receipt: Pick<ReceiptOrder, "soldAt">) => ({ created_at: receipt.soldAt })
