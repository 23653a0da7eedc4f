import type { PosProduct } from "../../pos-api/contract"

type Discount = { name?: string; amount?: number; percentage?: number }

/** A product as it was answered, or the UUID of a variant. */
export type Sellable = PosProduct | string

/**
 * What is laid on the counter: a product (its first variant), the UUID of a variant, a quantity of one, an amount that is
 * typed in, or a gift card. Amounts are minor units.
 */
export type SellItem =
  | Sellable
  | { product: Sellable; quantity?: number | string; discount?: Discount; comment?: string }
  | { amount: number; name?: string; quantity?: number | string; vatPercentage?: number; discount?: Discount }
  | { giftCard: number; validYears?: 1 | 2 | 3 | null }

/** A product has nothing that can be sold. */
export class NoVariantError extends Error {
  constructor({ uuid, name }: PosProduct) {
    super(`Product ${uuid} (${name ?? "without a name"}) has no variant to sell`)
    this.name = "NoVariantError"
  }
}

/** The UUID of what is meant. @throws NoVariantError */
export function variantOf(sellable: Sellable): string {
  if (typeof sellable === "string") {
    return sellable
  }
  const [first] = sellable.variants ?? []
  if (!first) {
    throw new NoVariantError(sellable)
  }
  return first.uuid
}

/** An item as the control route wants it. */
export function writeItem(item: SellItem): object {
  if (typeof item === "string" || "uuid" in item) {
    return { type: "product", variantUuid: variantOf(item) }
  }
  if ("product" in item) {
    const { product, ...rest } = item
    return { type: "product", variantUuid: variantOf(product), ...rest }
  }
  if ("giftCard" in item) {
    const { giftCard, ...rest } = item
    return { type: "gift-card", amount: giftCard, ...rest }
  }
  return { type: "custom-amount", ...item }
}
