import type { Purchase } from "../pos-api/contract"
import { allocate } from "./allocate"
import type { DraftLine } from "./receipt-line"
import { explainedByTaxable } from "./vat-by-rate"
import { sum } from "./sum"

/**
 * What each line has of a discount on the whole purchase, in minor units; the shares add up to it. They follow the rows'
 * taxable amounts where those explain the receipt's totals. Else products and custom amounts have it by their price, and
 * gift cards and service charge only what those cannot bear: a card is owed, and has no tax.
 */
export function discountShares(purchase: Purchase, drafted: DraftLine[], discount: number): number[] {
  const weights = drafted.map(({ gross }) => Math.max(gross, 0))
  const isGoods = drafted.map(({ kind }) => kind === "product" || kind === "custom-amount")
  const ofGoods = weights.map((weight, index) => (isGoods[index] ? weight : 0))
  const ofOthers = weights.map((weight, index) => (isGoods[index] ? 0 : weight))
  const taxed = explainedByTaxable(purchase)
  const stated = drafted.map(({ gross, quantity }, index) =>
    taxed && !quantity.isZero() ? gross - (taxed[index]?.gross ?? gross) : 0
  )
  const open = discount - sum(stated)
  const borne = taxed || sum(ofOthers) === 0 ? open : Math.min(open, sum(ofGoods))
  const shares = sum(ofGoods) === 0 ? stated : addTo(stated, allocate(borne, ofGoods))
  const rest = discount - sum(shares)
  return rest === 0 ? shares : addTo(shares, allocate(rest, sum(ofOthers) === 0 ? weights : ofOthers))
}

const addTo = (amounts: number[], more: number[]) => amounts.map((amount, index) => amount + (more[index] ?? 0))
