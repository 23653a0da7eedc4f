import { type PosProduct, type PosVariant, PRODUCT_LIMITS } from "../pos-api/contract"
import { fitText } from "./fit-text"
import { toMajorUnits } from "./money"
import { toPlainText } from "./plain-text"
import { type PriceBasis, sellingPriceOrNull, shopPrice } from "./selling-price"
import type { PriceSource, ShopProduct, ShopVariant } from "./shop-product"

/** Fields that the service may own and the shop has a place for. */
export type MirroredField =
  "name" | "description" | "category" | "unitName" | "price" | "costPrice" | "barcode" | "sku" | "images"

type ProductChanges = {
  title?: string
  description?: string | null
  unitName?: string | null
  /** null: none any more */
  category?: { uuid: string; name: string } | null
  /** the category that the till showed so far */
  formerCategoryId?: string
  imageUrl?: string
}

export type VariantChanges = {
  id: string
  fields: { sku?: string | null; barcode?: string | null; costPrice?: string | null }
  /** decimal text in major units */
  price?: string
  /** where the price comes from that it replaces; null or absent: there is none */
  priceSource?: PriceSource | null
}

/** What of a product of the shop must change for the fields that the service owns. Empty where it has them already. */
export type OwnedChanges = { productId: string; product: ProductChanges; variants: VariantChanges[] }

type Input = {
  shop: ShopProduct
  remote: PosProduct
  owned: (field: MirroredField) => boolean
  /** variant id → UUID */
  uuids: ReadonlyMap<string, string>
  basis: PriceBasis
}

/** Compares a product of the counter with the shop's, in the fields that the service owns and no others. */
export function ownedChanges({ shop, remote, owned, uuids, basis }: Input): OwnedChanges {
  const atCounter = new Map((remote.variants ?? []).map((variant) => [variant.uuid, variant]))
  return {
    productId: shop.id,
    product: productChanges(shop, remote, owned),
    variants: shop.variants.flatMap((variant) => {
      const told = atCounter.get(uuids.get(variant.id) ?? "")
      return told ? [variantChanges(shop, variant, { told, owned, basis })] : []
    }),
  }
}

function productChanges(shop: ShopProduct, remote: PosProduct, owned: Input["owned"]): ProductChanges {
  const changes: ProductChanges = {}
  // The shop has no product without a name.
  if (owned("name") && remote.name && remote.name !== shop.title) {
    changes.title = remote.name
  }
  const description = remote.description || null
  if (owned("description") && description !== shownDescription(shop)) {
    changes.description = description
  }
  const unitName = remote.unitName || null
  if (owned("unitName") && unitName !== shop.unitName) {
    changes.unitName = unitName
  }
  const category = remote.category ?? null
  if (owned("category") && category?.name !== shop.category?.name) {
    changes.category = category
    if (shop.category) {
      changes.formerCategoryId = shop.category.id
    }
  }
  const imageUrl = remote.presentation?.imageUrl
  if (owned("images") && imageUrl && imageUrl !== shop.images[0]) {
    changes.imageUrl = imageUrl
  }
  return changes
}

/** As the till shows it: what ends there at a word is not to replace the whole text in the shop. */
function shownDescription({ description }: ShopProduct): string | null {
  return description ? fitText(toPlainText(description), PRODUCT_LIMITS.descriptionLength) || null : null
}

function variantChanges(
  shop: ShopProduct,
  variant: ShopVariant,
  { told, owned, basis }: { told: PosVariant; owned: Input["owned"]; basis: PriceBasis }
): VariantChanges {
  const changes: VariantChanges = { id: variant.id, fields: {} }
  if (owned("sku") && (told.sku || null) !== (variant.sku || null)) {
    changes.fields.sku = told.sku || null
  }
  if (owned("barcode") && (told.barcode || null) !== (variant.barcode || variant.ean || variant.upc || null)) {
    changes.fields.barcode = told.barcode || null
  }
  const costPrice = told.costPrice ? toMajorUnits(told.costPrice.amount, basis.currencyCode) : null
  if (owned("costPrice") && costPrice !== variant.costPrice) {
    changes.fields.costPrice = costPrice
  }
  const tax = { taxRate: shop.taxRate, priceIncludesTax: variant.priceIncludesTax }
  const shown = variant.price === null ? null : (sellingPriceOrNull(variant.price, tax, basis)?.amount ?? null)
  if (owned("price") && told.price && told.price.amount !== shown) {
    changes.price = shopPrice(told.price.amount, tax, basis)
    if (variant.priceSource) {
      changes.priceSource = variant.priceSource
    }
  }
  return changes
}
