/** The word for a payment's type without the service's brand: `SERVICE_CARD` and `ACME_CARD` are both a card. */
export function paymentKind(type: string): string {
  return /_(CARD_ONLINE|CARD|TAP_ON_PHONE|PAYMENT_LINK|CASH|INVOICE)$/.exec(type)?.[1] ?? type
}
