import { BigNumber } from "bignumber.js"
import type { Purchase, PurchaseRow } from "../../pos-api/contract"
import { OWN_KEYS } from "../../vocabulary/report"
import { toMinorUnits } from "../../translate/money"
import { toReceiptOrder } from "../../translate/receipt"
import type { ReceiptAdjustment } from "../../translate/receipt-order"
import { taxedLinesOf } from "../../translate/vat-by-rate"
import { sum } from "../../translate/sum"

/** What a line of a sale came to, in minor units: `gross` with tax after all discounts. */
export type SoldLine = {
  /** the variant, or a word of ours for what is no product */
  key: string
  /** the product of a variant; else as `key` */
  parent: string
  product: string | null
  variant: string | null
  quantity: BigNumber
  gross: number
  tax: number
  /** what came off, by the name that the till gives it */
  discounts: { name: string; amount: number }[]
}

const NO_DISCOUNTS: SoldLine["discounts"] = []

/**
 * The lines of a sale, and one for what they leave open of its amount, if anything: together they come to `amount` and
 * `tax`, exactly.
 */
export function soldLines(sale: Purchase, amount: number, tax: number): SoldLine[] {
  const taxed = taxedLinesOf(sale)
  const { lines } = toReceiptOrder(sale)
  const charged = sale.products.length
  const sold = taxed.map(({ gross, tax: taxOfLine }, index): SoldLine => {
    const row = sale.products[index]
    const adjustments = lines[index]?.adjustments ?? []
    const extra = index === charged && sale.serviceCharge ? OWN_KEYS.serviceCharge : OWN_KEYS.tip
    return {
      ...(row ? wareOf(row) : ownWare(extra)),
      quantity: row ? quantityOf(row) : new BigNumber(1),
      ...{ gross, tax: taxOfLine },
      discounts: row ? discountsOf(sale, row, adjustments) : NO_DISCOUNTS,
    }
  })
  const open = { gross: amount - sum(sold.map(({ gross }) => gross)), tax: tax - sum(sold.map((line) => line.tax)) }
  return open.gross === 0 && open.tax === 0 ? sold : [...sold, unexplained(open)]
}

/** What no row tells of. */
export const unexplained = (open: { gross: number; tax: number }): SoldLine => ({
  ...ownWare(OWN_KEYS.difference),
  ...{ quantity: new BigNumber(0), ...open, discounts: NO_DISCOUNTS },
})

const ownWare = (key: string) => ({ key, parent: key, product: null, variant: null })

function wareOf(row: PurchaseRow): Pick<SoldLine, "key" | "parent" | "product" | "variant"> {
  if (row.type === "GIFTCARD") {
    return ownWare(OWN_KEYS.giftCard)
  }
  const product = row.productUuid ?? row.variantUuid
  if (!product) {
    // What somebody typed in is not told apart by what they called it.
    return ownWare(OWN_KEYS.customAmount)
  }
  return {
    key: row.variantUuid ?? product,
    parent: product,
    product: row.name?.trim() || null,
    variant: row.variantName?.trim() || null,
  }
}

function quantityOf({ quantity }: PurchaseRow): BigNumber {
  const read = new BigNumber(quantity)
  return read.isFinite() ? read : new BigNumber(1)
}

function discountsOf(sale: Purchase, row: PurchaseRow, adjustments: ReceiptAdjustment[]): SoldLine["discounts"] {
  const onReceipt = sale.discounts?.find(({ name }) => name?.trim())?.name?.trim()
  const names = {
    DISCOUNT: row.discount?.name?.trim() || OWN_KEYS.rowDiscount,
    RECEIPT_DISCOUNT: onReceipt || OWN_KEYS.receiptDiscount,
  }
  return adjustments.flatMap(({ code, amount }) =>
    code === "ROUNDING" ? [] : [{ name: names[code], amount: toMinorUnits(amount, sale.currency) }]
  )
}
