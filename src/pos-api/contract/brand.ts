/**
 * Every name that carries the service's brand, from one word. The spec writes SERVICE where the real
 * interface has its brand (observed "Credentials and profile").
 */
export type BrandNames = {
  signatureHeader: string
  applicationIdHeader: string
  paymentTypes: {
    card: string
    cardOnline: string
    cash: string
    invoice: string
    tapOnPhone: string
    paymentLink: string
  }
}

export const DEFAULT_BRAND = "SERVICE"

/** The branded header names (lower case, as Node shows them) and payment types of `brand`. */
export function brandNames(brand: string = DEFAULT_BRAND): BrandNames {
  const upper = brand.toUpperCase()
  return {
    signatureHeader: `x-${brand.toLowerCase()}-signature`,
    applicationIdHeader: `x-${brand.toLowerCase()}-application-id`,
    paymentTypes: {
      card: `${upper}_CARD`,
      cardOnline: `${upper}_CARD_ONLINE`,
      cash: `${upper}_CASH`,
      invoice: `${upper}_INVOICE`,
      tapOnPhone: `${upper}_TAP_ON_PHONE`,
      paymentLink: `${upper}_PAYMENT_LINK`,
    },
  }
}
