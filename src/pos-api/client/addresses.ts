import { z } from "zod"

/** Base addresses of the POS interfaces: the placeholders of the spec, without a trailing slash. */
export const posAddressesSchema = z.object({
  /** products, prices, categories and taxes */
  productLibraryUrl: z.url(),
  /** image uploads */
  imageUrl: z.url(),
  /** purchases and refunds */
  purchaseUrl: z.url(),
  /** gift cards */
  giftCardUrl: z.url(),
  /** webhook subscriptions */
  pusherUrl: z.url(),
  /** account, transactions and payouts */
  financeUrl: z.url(),
  /** tokens and sign-in */
  oauthUrl: z.url(),
  /** organization profile; without it the merchant chooses country and currency */
  accountUrl: z.url().optional(),
  /** stock; without it stock moves only from the POS to the store */
  inventoryUrl: z.url().optional(),
})

/** Base addresses of the POS interfaces, without a trailing slash. */
export type PosAddresses = z.infer<typeof posAddressesSchema>

/** Returns the addresses of all interfaces on one origin, as in the sandbox. */
export function singleOrigin(url: string): PosAddresses {
  const origin = url.replace(/\/+$/, "")
  return {
    productLibraryUrl: origin,
    imageUrl: origin,
    purchaseUrl: origin,
    giftCardUrl: origin,
    pusherUrl: origin,
    financeUrl: origin,
    oauthUrl: origin,
    accountUrl: origin,
    inventoryUrl: origin,
  }
}
