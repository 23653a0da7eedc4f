import { BigNumber } from "bignumber.js"
import type { ReceiptOrder } from "./receipt-order"

/** A line of an order or of a receipt, as far as money goes; decimal text in major units. */
export type FiguredLine = {
  unitPrice: string
  quantity: string
  isTaxInclusive: boolean
  /** percent, of all its taxes together */
  rate: string
  /** of all its adjustments, with tax */
  adjusted: string
}

/** What an order comes to. */
export type OrderFigures = { gross: BigNumber; tax: BigNumber; paid: BigNumber }

const sum = (amounts: BigNumber.Value[]) => amounts.reduce<BigNumber>((one, other) => one.plus(other), new BigNumber(0))

/** Sums of lines as Medusa adds them up, with all digits. */
export function figuresOfLines(lines: FiguredLine[]): Pick<OrderFigures, "gross" | "tax"> {
  const reckoned = lines.map((line) => {
    const rate = new BigNumber(line.rate)
    const factor = line.isTaxInclusive ? new BigNumber(1) : rate.div(100).plus(1)
    const gross = new BigNumber(line.unitPrice).times(line.quantity).times(factor).minus(line.adjusted)
    return { gross, tax: gross.times(rate).div(rate.plus(100)) }
  })
  return { gross: sum(reckoned.map(({ gross }) => gross)), tax: sum(reckoned.map(({ tax }) => tax)) }
}

/** What the order of a receipt comes to when it is as it was written. */
export function figuresOfReceipt({ lines, payments }: Pick<ReceiptOrder, "lines" | "payments">): OrderFigures {
  const figured = lines.map(({ unitPrice, quantity, isTaxInclusive, taxes, adjustments }) => ({
    ...{ unitPrice, quantity, isTaxInclusive },
    rate: sum(taxes.map(({ rate }) => rate)).toFixed(),
    adjusted: sum(adjustments.map(({ amount }) => amount)).toFixed(),
  }))
  return { ...figuresOfLines(figured), paid: sum(payments.map(({ amount }) => amount)) }
}
