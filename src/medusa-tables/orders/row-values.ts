import { BigNumber } from "bignumber.js"
import type { ReceiptOrder } from "../../translate/receipt-order"

/** Takes a row of a table of Medusa's. */
export type AddRow = (table: string, row: Record<string, unknown>) => void

/** A row would get NaN or an infinite number, which PostgreSQL stores and every sum then becomes. */
export class NonFiniteAmountError extends Error {
  constructor(field: string, value: BigNumber.Value) {
    super(
      `Could not write an order's row: ${field} would be ${new BigNumber(value).toString()}. Report it with the receipt.`
    )
    this.name = "NonFiniteAmountError"
  }
}

/** Decimal text of a number of a row. @throws NonFiniteAmountError */
export function finiteText(field: string, value: BigNumber.Value): string {
  const number = new BigNumber(value)
  if (!number.isFinite()) {
    throw new NonFiniteAmountError(field, value)
  }
  return number.toFixed()
}

/**
 * Medusa keeps a number twice: as numeric to sort by, and as text with its precision to reckon with.
 * @throws NonFiniteAmountError
 */
export function bigNumber(field: string, value: BigNumber.Value): Record<string, unknown> {
  const text = finiteText(field, value)
  return { [field]: text, [`raw_${field}`]: { value: text, precision: 20 } }
}

/**
 * A mirrored row is as old as the sale. When it was last changed is left to the database: that is the moment of writing,
 * by which exporters see a receipt that comes late.
 */
export const moments = (receipt: Pick<ReceiptOrder, "soldAt">) => ({ created_at: receipt.soldAt })
