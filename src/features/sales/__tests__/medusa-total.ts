import { decorateCartTotals } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { currencyDigits } from "../../../money/money"
import type { ReceiptLine } from "../../purchases/receipt-line-mapping"

type Later = { returned?: Map<string, string>; credits?: string[] }
type Lines = { currencyCode: string; lines: ReceiptLine[] }

/** What Medusa makes of lines, less what came back of them and less credit, in minor units. */
export const medusaTotal = (order: Lines, later: Later = {}): number => medusaFigure("total", order, later)

/** The tax that Medusa finds in lines, in minor units. */
export const medusaTax = (order: Lines, later: Later = {}): number => medusaFigure("tax_total", order, later)

function medusaFigure(figure: "total" | "tax_total", order: Lines, later: Later): number {
  const items = order.lines.map((line, index) => ({
    id: String(index),
    quantity: line.quantity,
    unit_price: line.unitPrice,
    is_tax_inclusive: line.isTaxInclusive,
    tax_lines: line.taxes.map(({ rate }) => ({ rate: Number(rate) })),
    adjustments: line.adjustments.map(({ amount }) => ({ amount, is_tax_inclusive: true })),
    detail: { return_received_quantity: later.returned?.get(String(index)) ?? "0" },
  }))
  const credit_lines = (later.credits ?? []).map((amount) => ({ amount }))
  const cart = { items, credit_lines, currency_code: order.currencyCode }
  // The parameter's type asks for a whole cart, of which the totals read the items and credit lines only.
  const totals: { total?: unknown; tax_total?: unknown } = decorateCartTotals(JSON.parse(JSON.stringify(cart)))
  return (
    new BigNumber(String(totals[figure])).shiftedBy(currencyDigits(order.currencyCode)).decimalPlaces(3).toNumber() + 0
  )
}
