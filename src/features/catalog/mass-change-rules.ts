import type { SuspiciousChange, SuspiciousKind } from "../../contract/mass-changes"
import type { PosVariant, Price, ProductContent } from "../../pos-api/contract"

/**
 * Finds the suspicious changes from what the POS last accepted of a product to what it is to have. A price that was 0
 * is none: it can only become right. Fields that the POS owns are not in the store's part and are not compared.
 */
export function findSuspicious(accepted: ProductContent, store: ProductContent, factor: number): SuspiciousChange[] {
  const changes = findSuspiciousPrices(accepted, store, factor)
  const image = accepted.presentation?.imageUrl
  const isGone = Boolean(image) && store.presentation?.imageUrl === null
  return isGone
    ? [...changes, { kind: "image_removed", variant_uuid: null, variant: null, before: image ?? null, after: null }]
    : changes
}

type Priced = Pick<ProductContent, "variants">

/** Finds the suspicious prices among the variants of two versions of a product. */
export function findSuspiciousPrices(former: Priced, latter: Priced, factor: number): SuspiciousChange[] {
  const before = new Map((former.variants ?? []).map((variant) => [variant.uuid, variant]))
  return (latter.variants ?? []).flatMap((variant): SuspiciousChange[] => {
    const variantBefore = before.get(variant.uuid)
    const kind = variantBefore ? classifyPrice(variantBefore.price, variant.price, factor) : null
    return kind === null
      ? []
      : [
          {
            kind,
            variant_uuid: variant.uuid,
            variant: getVariantName(variant),
            before: toValue(variantBefore?.price),
            after: toValue(variant.price),
          },
        ]
  })
}

const getVariantName = ({ name, sku }: PosVariant) => name || sku || null

const toValue = (price: Price | null | undefined) =>
  price ? { amount: price.amount, currencyId: price.currencyId } : null

function classifyPrice(before: PosVariant["price"], after: PosVariant["price"], factor: number): SuspiciousKind | null {
  // An absent member belongs to the POS; amounts of two currencies cannot be compared.
  if (after === undefined || !before || before.amount === 0 || (after && after.currencyId !== before.currencyId)) {
    return null
  }
  if (after === null || after.amount === 0) {
    return "price_zero"
  }
  if (after.amount * factor < before.amount) {
    return "price_drop"
  }
  return after.amount > before.amount * factor ? "price_rise" : null
}
