import { z } from "zod"

/** Where each interface of the service stands; the placeholders of the spec, without a slash at the end. */
export const posAddressesSchema = z.object({
  /** products, prices, categories and taxes */
  productLibraryUrl: z.url(),
  /** uploads of pictures */
  imageUrl: z.url(),
  /** purchases and refunds */
  purchaseUrl: z.url(),
  /** gift cards */
  giftCardUrl: z.url(),
  /** subscriptions to notifications */
  pusherUrl: z.url(),
  /** account, transactions and payouts */
  financeUrl: z.url(),
  /** tokens and sign-in */
  oauthUrl: z.url(),
  /** organisation profile; without it country and currency are the merchant's to choose */
  accountUrl: z.url().optional(),
  /** stock; without it stock flows from the counter to the shop only */
  inventoryUrl: z.url().optional(),
})

export type PosAddresses = z.infer<typeof posAddressesSchema>

/** All interfaces on one origin, as the sandbox has them. */
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
