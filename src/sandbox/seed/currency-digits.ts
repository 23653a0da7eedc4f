/** Digits of a currency's minor unit, as the runtime knows them; good enough for prices that are made up. */
export function currencyDigits(currencyId: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: currencyId }).resolvedOptions().maximumFractionDigits ??
    2
  )
}
