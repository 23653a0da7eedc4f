/** Facts about a provider whose POS speaks the plugin's API. A preset is data; each value can be overridden by an option. */
export type ProviderPreset = {
  /** the provider as people call it */
  displayName: string
  /** names of companies that must not be taken for the authors of this plugin */
  companies: string
  /** the brand word in header names and payment types */
  brand: string
  /** base addresses of the POS interfaces, without a trailing slash */
  addresses: {
    productLibraryUrl: string
    imageUrl: string
    purchaseUrl: string
    giftCardUrl: string
    pusherUrl: string
    financeUrl: string
    oauthUrl: string
    accountUrl: string
    inventoryUrl: string
  }
  /** the page on which a merchant creates an API key */
  keyPageUrl: string
  /** scopes that a key should have */
  scopes: readonly string[]
  /** calls that the provider accepts, as it publishes them */
  rateLimits: { inventory: { requests: number; seconds: number } }
}

/** Names of the providers with a preset, as the option `provider` takes them. */
export const PROVIDERS = ["zettle"] as const

export type ProviderName = (typeof PROVIDERS)[number]

/**
 * Presets by provider, from public clients and the providers' public reference (November 2026). This plugin is not
 * affiliated with any provider.
 */
export const PROVIDER_PRESETS: Record<ProviderName, ProviderPreset> = {
  zettle: {
    displayName: "Zettle (PayPal POS)",
    companies: "Zettle or PayPal",
    brand: "IZETTLE",
    addresses: {
      productLibraryUrl: "https://products.izettle.com",
      imageUrl: "https://image.izettle.com",
      purchaseUrl: "https://purchase.izettle.com",
      giftCardUrl: "https://giftcard.izettle.com",
      pusherUrl: "https://pusher.izettle.com",
      financeUrl: "https://finance.izettle.com",
      oauthUrl: "https://oauth.zettle.com",
      accountUrl: "https://secure.izettle.com",
      inventoryUrl: "https://inventory.izettle.com",
    },
    keyPageUrl: "https://my.zettle.com/apps/api-keys",
    scopes: ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:USERINFO", "READ:FINANCE"],
    rateLimits: { inventory: { requests: 4, seconds: 1 } },
  },
}

const KEY_NAME = "Medusa"

/** Returns the key page with name and scopes filled in; the provider reads scopes separated by "+". */
export function keyPageLink(keyPageUrl: string, scopes: readonly string[]): string {
  const separator = keyPageUrl.includes("?") ? "&" : "?"
  return `${keyPageUrl}${separator}name=${KEY_NAME}&scopes=${scopes.map(encodeURIComponent).join("+")}`
}

/** Says whose name a page or a command uses, and that it is only a name. */
export function notAffiliated({ displayName, companies }: ProviderPreset): string {
  return `${displayName} is named only to say which service this works with. medusa-plugin-pos is not affiliated with ${companies}.`
}

/** Payment types that are a company's own name, in every language. */
const PAYMENT_NAMES: Readonly<Record<string, string>> = {
  SWISH: "Swish",
  VIPPS: "Vipps",
  MOBILE_PAY: "MobilePay",
  PAYPAL: "PayPal",
  KLARNA: "Klarna",
}

/** Returns the name of a payment type that is a company's own; null for all others, which have words in each language. */
export const getPaymentName = (type: string): string | null =>
  Object.hasOwn(PAYMENT_NAMES, type) ? (PAYMENT_NAMES[type] ?? null) : null
