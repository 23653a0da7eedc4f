import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber } from "bignumber.js"
import { OWN_KEYS } from "../../contract/reports"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { sum, toMinorUnits } from "../../money/money"
import { type Purchase, type PurchaseRow, purchaseSchema } from "../../pos-api/contract"
import { mapInTurns } from "../../runtime/workers"
import {
  isRefund,
  reverseRefund,
  toReceiptOrder,
  type ReceiptAdjustment,
  getTaxedLines,
  getTax,
  vatByRate,
} from "../purchases"
import {
  areSalesMarked,
  followTimeZone,
  type MarkedPeriod,
  readSoldOn,
  readPosCategories,
  replaceFigures,
  type SalesFigure,
  takeMarkedDays,
} from "./daily-sales-store"

/** Number of days per transaction, which keeps it short. The receipts of one day are in memory at a time. */
const DAYS_AT_ONCE = 7

/**
 * Sums up the receipts of days with dirty flags: all of a connection, or those of a period before its report. A day's
 * sums depend only on its receipts. Late, corrected, refunded or erased receipts are therefore included when their day
 * is summed up again.
 */
export async function computeSales(container: MedusaContainer, period: MarkedPeriod): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  if (!(await pos.query((sql) => areSalesMarked(sql, period)))) {
    return
  }
  const { connectionId, timeZone } = period
  // Serial, and in short steps, so that a report does not wait until a background job has summed up years.
  const alone = <Result>(work: (sql: Sql) => Promise<Result>) => pos.transactionAlone(`pos_sales.${connectionId}`, work)
  await alone((sql) => followTimeZone(sql, connectionId, timeZone))
  for (let taken = DAYS_AT_ONCE; taken === DAYS_AT_ONCE;) {
    taken = await alone(async (sql) => {
      const days = await takeMarkedDays(sql, period, DAYS_AT_ONCE)
      for (const day of days) {
        await sumUpDay(sql, { connectionId, timeZone, day })
      }
      return days.length
    })
  }
}

async function sumUpDay(sql: Sql, scope: { connectionId: string; timeZone: string; day: string }): Promise<void> {
  const rows = await readSoldOn(sql, scope)
  const receipts = await mapInTurns(rows, ({ payload, ...row }): SoldReceipt => {
    const purchase = purchaseSchema.safeParse(payload)
    return { ...row, purchase: purchase.success ? purchase.data : null }
  })
  const productUuids = new Set(
    receipts.flatMap(({ purchase }) => purchase?.products.flatMap(({ productUuid }) => productUuid ?? []) ?? [])
  )
  const categories = await readPosCategories(sql, scope.connectionId, [...productUuids])
  const figures = new SalesFigures()
  const getCategory = (uuid: string) => categories.get(uuid) ?? null
  await mapInTurns(receipts, (receipt) => figures.add(getSalesFacts(receipt, getCategory)))
  await replaceFigures(sql, scope.connectionId, scope.day, figures.all.map(toFigure))
}

const toFigure = (fact: SalesFact) => ({ ...fact, quantity: fact.quantity.toFixed() })

/** A receipt as input of the sums; amounts in minor units, negative for a refund. */
export type SoldReceipt = {
  amount: number
  /** null until the VAT is known from the POS or computed */
  vat_amount: number | null
  currency_code: string
  refund: boolean
  cashier: string | null
  /** hour of the organization's day, 0 to 23 */
  hour: number
  /** null when it cannot be read any more */
  purchase: Purchase | null
}

/** Sums of receipts by one key, before they are stored. */
export type SalesFact = Omit<SalesFigure, "quantity"> & { quantity: BigNumber }

type Part = Partial<SalesFact> & Pick<SalesFact, "dimension" | "key">

/** Returns the category that the POS shows of a product. */
export type CategoryOf = (productUuid: string) => string | null

/** Computes what a receipt adds to the sums of its day, each group once. */
export function getSalesFacts(receipt: SoldReceipt, categoryOf: CategoryOf): SalesFact[] {
  const { purchase } = receipt
  const sign = receipt.refund ? -1 : 1
  const tax = receipt.vat_amount ?? (purchase ? getTax(vatByRate(purchase)) : 0)
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
      dimension: "payment",
      key: payment.type,
      gross: payment.amount,
      tips: payment.gratuityAmount ?? 0,
    })),
  ]
  const facts = parts.map((part) => ({ ...NOTHING, currency_code: receipt.currency_code, ...part }))
  // A receipt counts once in a group, however many rows of the group it has.
  return new SalesFigures().add(facts).all.map((fact) => ({
    ...fact,
    sales: receipt.refund ? 0 : 1,
    refunds: receipt.refund ? 1 : 0,
    quantity: fact.quantity.times(sign),
    gross: signed(sign, fact.gross),
    tax: signed(sign, fact.tax),
    discount: signed(sign, fact.discount),
    tips: signed(sign, fact.tips),
  }))
}

const NOTHING = {
  parent: null,
  label: null,
  variant: null,
  sales: 0,
  refunds: 0,
  quantity: new BigNumber(0),
  gross: 0,
  tax: 0,
  discount: 0,
  tips: 0,
}

/** 0 stays 0, not -0. */
const signed = (sign: number, amount: number) => (amount === 0 ? 0 : sign * amount)

function partsOfLine({ key, parent, product, variant, discounts, ...line }: SoldLine, categoryOf: CategoryOf): Part[] {
  const figures = { ...line, discount: sum(discounts.map(({ amount }) => amount)) }
  return [
    { dimension: "ware", key, parent, label: product, variant, ...figures },
    { dimension: "category", key: categoryOf(parent) ?? OWN_KEYS.noCategory, ...figures },
  ]
}

/** Accumulates sums by dimension, key and currency. */
export class SalesFigures {
  private readonly groups = new Map<string, SalesFact>()

  /** Adds sums. Those of the same key are merged; the last name is kept. */
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

const added = (left: SalesFact, right: SalesFact): SalesFact => ({
  ...left,
  label: right.label ?? left.label,
  variant: right.variant ?? left.variant,
  sales: left.sales + right.sales,
  refunds: left.refunds + right.refunds,
  quantity: left.quantity.plus(right.quantity),
  gross: left.gross + right.gross,
  tax: left.tax + right.tax,
  discount: left.discount + right.discount,
  tips: left.tips + right.tips,
})

/** Amounts of a line of a sale, in minor units: `gross` with tax after all discounts. */
type SoldLine = {
  /** the variant, or a fixed key for lines without a product */
  key: string
  /** the product of the variant; else the same as `key` */
  parent: string
  product: string | null
  variant: string | null
  quantity: BigNumber
  gross: number
  tax: number
  /** discount amounts, by their name at the POS */
  discounts: { name: string; amount: number }[]
}

const NO_DISCOUNTS: SoldLine["discounts"] = []

/**
 * Returns the lines of a sale, and one for an unexplained difference to its amount, if any. Together they add up to
 * exactly `amount` and `tax`.
 */
function soldLines(sale: Purchase, amount: number, tax: number): SoldLine[] {
  const taxed = getTaxedLines(sale)
  const { lines } = toReceiptOrder(sale)
  const charged = sale.products.length
  const sold = taxed.map(({ gross, tax: taxOfLine }, index): SoldLine => {
    const row = sale.products[index]
    const adjustments = lines[index]?.adjustments ?? []
    const extra = index === charged && sale.serviceCharge ? OWN_KEYS.serviceCharge : OWN_KEYS.tip
    return {
      ...(row ? toSoldItem(row) : ownWare(extra)),
      quantity: row ? getQuantity(row) : new BigNumber(1),
      gross,
      tax: taxOfLine,
      discounts: row ? getDiscounts(sale, row, adjustments) : NO_DISCOUNTS,
    }
  })
  const open = { gross: amount - sum(sold.map(({ gross }) => gross)), tax: tax - sum(sold.map((line) => line.tax)) }
  return open.gross === 0 && open.tax === 0 ? sold : [...sold, unexplained(open)]
}

/** A line for the part of a receipt that no row explains. */
const unexplained = (open: { gross: number; tax: number }): SoldLine => ({
  ...ownWare(OWN_KEYS.difference),
  quantity: new BigNumber(0),
  ...open,
  discounts: NO_DISCOUNTS,
})

const ownWare = (key: string) => ({ key, parent: key, product: null, variant: null })

function toSoldItem(row: PurchaseRow): Pick<SoldLine, "key" | "parent" | "product" | "variant"> {
  if (row.type === "GIFTCARD") {
    return ownWare(OWN_KEYS.giftCard)
  }
  const product = row.productUuid ?? row.variantUuid
  if (!product) {
    // Custom amounts are not distinguished by the name typed for them.
    return ownWare(OWN_KEYS.customAmount)
  }
  return {
    key: row.variantUuid ?? product,
    parent: product,
    product: row.name?.trim() || null,
    variant: row.variantName?.trim() || null,
  }
}

function getQuantity({ quantity }: PurchaseRow): BigNumber {
  const read = new BigNumber(quantity)
  return read.isFinite() ? read : new BigNumber(1)
}

function getDiscounts(sale: Purchase, row: PurchaseRow, adjustments: ReceiptAdjustment[]): SoldLine["discounts"] {
  const onReceipt = sale.discounts?.find(({ name }) => name?.trim())?.name?.trim()
  const names = {
    DISCOUNT: row.discount?.name?.trim() || OWN_KEYS.rowDiscount,
    RECEIPT_DISCOUNT: onReceipt || OWN_KEYS.receiptDiscount,
  }
  return adjustments.flatMap(({ code, amount }) =>
    code === "ROUNDING" ? [] : [{ name: names[code], amount: toMinorUnits(amount, sale.currency) }]
  )
}
