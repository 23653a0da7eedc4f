import { BigNumber } from "bignumber.js"
import type { SalesFigure } from "../../modules/pos/queries/sales/figures"
import type { Purchase } from "../../pos-api/contract"
import { OWN_KEYS } from "../../vocabulary/report"
import { isRefund, reverseRefund } from "../../translate/refund"
import { type SoldLine, soldLines, unexplained } from "./sold-lines"
import { taxOf, vatByRate } from "../../translate/vat-by-rate"
import { sum } from "../../translate/sum"

/** A receipt as its figures are made of it; amounts in minor units, negative for a refund. */
export type SoldReceipt = {
  amount: number
  /** null until the service's or our own reckoning is known */
  vat_amount: number | null
  currency_code: string
  refund: boolean
  cashier: string | null
  /** of the organisation's day, 0 to 23 */
  hour: number
  /** null where it can no longer be read */
  purchase: Purchase | null
}

/** What receipts come to by one thing, before it is stored. */
export type SalesFact = Omit<SalesFigure, "quantity"> & { quantity: BigNumber }

type Part = Partial<SalesFact> & Pick<SalesFact, "dimension" | "key">

/** The category that the till shows of a product. */
export type CategoryOf = (productUuid: string) => string | null

/** What a receipt adds to the figures of its day, each group once. */
export function salesFactsOf(receipt: SoldReceipt, categoryOf: CategoryOf): SalesFact[] {
  const { purchase } = receipt
  const sign = receipt.refund ? -1 : 1
  const tax = receipt.vat_amount ?? (purchase ? taxOf(vatByRate(purchase)) : 0)
  const [amount, taxOfSale] = [sign * receipt.amount, sign * tax]
  const sale = purchase && isRefund(purchase) ? reverseRefund(purchase) : purchase
  const lines = sale
    ? soldLines(sale, amount, taxOfSale)
    : [unexplained({ gross: amount, tax: taxOfSale })].filter(({ gross }) => gross !== 0)
  const discounts = lines.flatMap((line) => line.discounts.map((discount) => ({ ...discount, gross: line.gross })))
  const whole = { gross: amount, tax: taxOfSale, discount: sum(discounts.map((each) => each.amount)) }
  const parts: Part[] = [
    { dimension: "hour", key: String(receipt.hour).padStart(2, "0"), ...whole },
    { dimension: "cashier", key: receipt.cashier?.trim() || OWN_KEYS.nobody, ...whole },
    ...lines.flatMap((line) => partsOfLine(line, categoryOf)),
    ...discounts.map(({ name, amount: discount, gross }): Part => ({
      dimension: "discount",
      key: name,
      discount,
      gross,
    })),
    ...(sale?.payments ?? []).map((payment): Part => ({
      ...{ dimension: "payment", key: payment.type, gross: payment.amount, tips: payment.gratuityAmount ?? 0 },
    })),
  ]
  const facts = parts.map((part) => ({ ...NOTHING, currency_code: receipt.currency_code, ...part }))
  // A group is counted once for a receipt, however many rows of it there are.
  return new SalesFigures().add(facts).all.map((fact) => ({
    ...fact,
    ...{ sales: receipt.refund ? 0 : 1, refunds: receipt.refund ? 1 : 0, quantity: fact.quantity.times(sign) },
    ...{ gross: signed(sign, fact.gross), tax: signed(sign, fact.tax) },
    ...{ discount: signed(sign, fact.discount), tips: signed(sign, fact.tips) },
  }))
}

const NOTHING = {
  ...{ parent: null, label: null, variant: null, sales: 0, refunds: 0, quantity: new BigNumber(0) },
  ...{ gross: 0, tax: 0, discount: 0, tips: 0 },
}

/** 0 stays 0, not -0. */
const signed = (sign: number, amount: number) => (amount === 0 ? 0 : sign * amount)

function partsOfLine({ key, parent, product, variant, discounts, ...line }: SoldLine, categoryOf: CategoryOf): Part[] {
  const figures = { ...line, discount: sum(discounts.map(({ amount }) => amount)) }
  return [
    { dimension: "ware", ...{ key, parent, label: product, variant }, ...figures },
    { dimension: "category", key: categoryOf(parent) ?? OWN_KEYS.noCategory, ...figures },
  ]
}

/** Facts by what they are of: the thing, and the currency. */
export class SalesFigures {
  private readonly groups = new Map<string, SalesFact>()

  /** Facts of the same thing become one; of the names the last that there is. */
  add(facts: SalesFact[]): this {
    for (const fact of facts) {
      const name = JSON.stringify([fact.dimension, fact.key, fact.parent, fact.currency_code])
      const before = this.groups.get(name)
      this.groups.set(name, before ? added(before, fact) : fact)
    }
    return this
  }

  get all(): SalesFact[] {
    return [...this.groups.values()]
  }
}

const added = (one: SalesFact, other: SalesFact): SalesFact => ({
  ...one,
  ...{ label: other.label ?? one.label, variant: other.variant ?? one.variant },
  ...{ sales: one.sales + other.sales, refunds: one.refunds + other.refunds },
  ...{ quantity: one.quantity.plus(other.quantity), gross: one.gross + other.gross, tax: one.tax + other.tax },
  ...{ discount: one.discount + other.discount, tips: one.tips + other.tips },
})
