import { decorateCartTotals } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { currencyDigits } from "../money"
import type { ReceiptLine } from "../receipt-order"

/** What Medusa makes of lines, less what came back of them and less credit, in minor units. */
export function medusaTotal(
  order: { currencyCode: string; lines: ReceiptLine[] },
  later: { returned?: Map<string, string>; credits?: string[] } = {}
): number {
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
  const totals: { total?: unknown } = decorateCartTotals(JSON.parse(JSON.stringify(cart)))
  return new BigNumber(String(totals.total)).shiftedBy(currencyDigits(order.currencyCode)).decimalPlaces(3).toNumber()
}
