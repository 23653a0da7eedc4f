/** A receipt as `GET /admin/pos/receipts` shows it; amounts in minor units. */
export type Receipt = {
  id: string
  purchase_number: number | null
  purchase_uuid: string
  cashier: string | null
  sold_at: string
  amount: number
  currency_code: string
  /** true for money given back on the order's sale */
  refund: boolean
}

/** An amount of minor units in the currency's own form. */
export function formatAmount(minorUnits: number, currencyCode: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: currencyCode })
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
