/** A tax on a line. `rate` is percent as text. */
export type ReceiptTax = { code: string; rate: string; description: string }

/**
 * What lowers a line (a negative amount raises it). Amounts are decimal text in major units with the tax included.
 * `ROUNDING` carries what decimal quantities and taxes leave between the exact product and the receipt's figure.
 */
export type ReceiptAdjustment = {
  code: "DISCOUNT" | "RECEIPT_DISCOUNT" | "ROUNDING"
  amount: string
  description: string
}

export type ReceiptLineKind = "product" | "custom-amount" | "gift-card" | "service-charge" | "tip" | "difference"

/** A line of the order that mirrors a receipt. Amounts are decimal text in major units, quantity is decimal text. */
export type ReceiptLine = {
  kind: ReceiptLineKind
  productUuid: string | null
  variantUuid: string | null
  sku: string | null
  barcode: string | null
  giftCardUuid: string | null
  title: string
  variantTitle: string | null
  quantity: string
  unitName: string | null
  unitPrice: string
  isTaxInclusive: boolean
  taxes: ReceiptTax[]
  adjustments: ReceiptAdjustment[]
  comment: string | null
}

export type ReceiptPayment = {
  uuid: string
  type: string
  /** decimal text, major units: what of it pays for the order */
  amount: string
  /** decimal text, major units */
  gratuity: string | null
  /** the payment of the sale that this one gives back */
  refundsPaymentUuid: string | null
  attributes: Record<string, unknown>
}

/** A sale in the shop's terms. `total` is the receipt's own, to the minor unit. */
export type ReceiptOrder = {
  purchaseUuid: string
  receiptNumber: number | null
  /** differs from receiptNumber where several cash registers are used */
  globalReceiptNumber: number | null
  /** POS, WEB_SHOP, SDK or a word of the future */
  source: string | null
  soldAt: Date
  /** lower case, as Medusa writes currencies */
  currencyCode: string
  countryCode: string | null
  cashier: string | null
  lines: ReceiptLine[]
  payments: ReceiptPayment[]
  total: string
}
