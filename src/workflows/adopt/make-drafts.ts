import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, ProductStatus } from "@medusajs/framework/utils"
import { createProductsWorkflow, createTaxRateRulesWorkflow, deleteProductsWorkflow } from "@medusajs/medusa/core-flows"
import { findMadeProducts } from "../../medusa-tables/catalogue/find-made-products"
import { POS_MODULE } from "../../modules/pos"
import type { PosProduct } from "../../pos-api/contract"
import { type ShopDraft, toShopDraft } from "../../translate/shop-draft"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type DraftTerms, rateOf } from "./draft-terms"
import { findCategories } from "./find-categories"

/** A product of the counter, and the id that its draft has or will have. */
export type DraftToMake = { productId: string; product: PosProduct }

/** Makes drafts of the shop, each once: one that is there already is left alone. Variants stand in the counter's order. */
export async function makeDrafts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { drafts, terms }: { drafts: DraftToMake[]; terms: DraftTerms }
): Promise<void> {
  const missing = await withoutMade(container, drafts)
  if (missing.length === 0) {
    return
  }
  const basis = {
    currencyCode: connection.currency_code,
    taxationMode: connection.taxation_mode,
    taxationType: connection.taxation_type,
  }
  const categories = await findCategories(
    container,
    connection.id,
    missing.flatMap(({ product }) => product.category ?? [])
  )
  await createProductsWorkflow(container).run({
    input: {
      products: missing.map(({ productId, product }) => {
        const tax = { taxRate: rateOf(product, terms)?.rate ?? null, priceIncludesTax: terms.priceIncludesTax }
        const categoryId = categories.get(product.category?.uuid ?? "")
        return toProductInput(toShopDraft(product, tax, basis), {
          ...{ productId, handle: handleOf(product), currencyCode: connection.currency_code },
          ...{ salesChannelId: connection.sales_channel_id, categoryId },
        })
      }),
    },
  })
  await taxLikeTheCounter(container, missing, terms)
}

/** A creation that broke off leaves a product without its variants, which is thrown away and made anew. */
async function withoutMade(container: MedusaContainer, drafts: DraftToMake[]): Promise<DraftToMake[]> {
  const productIds = drafts.map(({ productId }) => productId)
  const rows = await container.resolve(POS_MODULE).query((sql) => findMadeProducts(sql, productIds))
  const torn = rows.filter(({ is_whole }) => !is_whole).map(({ id }) => id)
  if (torn.length > 0) {
    await deleteProductsWorkflow(container).run({ input: { ids: torn } })
    throw new TornDraftError(torn)
  }
  const made = new Set(rows.map(({ id }) => id))
  return drafts.filter(({ productId }) => !made.has(productId))
}

/** A draft was left half made by a crash; it is gone now, and the next attempt makes it under a new id. */
export class TornDraftError extends Error {
  constructor(readonly productIds: string[]) {
    super(`The making of ${productIds.join(", ")} had broken off. It is made anew.`)
    this.name = "TornDraftError"
  }
}

/** Latin letters of a name with the start of the UUID: unique, and safe in an address whatever the name is. */
function handleOf({ name, uuid }: PosProduct): string {
  const words = (name ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
  return [words.slice(0, 80) || "pos", uuid.slice(0, 8), uuid.slice(9, 13)].join("-")
}

type Place = {
  productId: string
  handle: string
  currencyCode: string
  salesChannelId: string
  categoryId: string | undefined
}

function toProductInput(draft: ShopDraft, place: Place) {
  return {
    id: place.productId,
    title: draft.title,
    handle: place.handle,
    status: ProductStatus.DRAFT,
    sales_channels: [{ id: place.salesChannelId }],
    options: draft.options,
    ...(draft.description ? { description: draft.description } : {}),
    ...(draft.imageUrl ? { thumbnail: draft.imageUrl, images: [{ url: draft.imageUrl }] } : {}),
    ...(draft.unitName ? { metadata: { pos_unit_name: draft.unitName } } : {}),
    ...(place.categoryId ? { category_ids: [place.categoryId] } : {}),
    variants: draft.variants.map(({ title, sku, barcode, options, price, costPrice }, variant_rank) => ({
      id: generateEntityId("", "variant"),
      ...{ title, options, variant_rank, manage_inventory: true },
      ...(sku ? { sku } : {}),
      ...(barcode ? { barcode } : {}),
      ...(costPrice ? { metadata: { pos_cost_price: costPrice } } : {}),
      prices: price === null ? [] : [{ amount: price, currency_code: place.currencyCode }],
    })),
  }
}

/** Products that the counter taxes at another rate than the shop's default get that rate, where the shop has it. */
async function taxLikeTheCounter(container: MedusaContainer, made: DraftToMake[], terms: DraftTerms): Promise<void> {
  const rules = made.flatMap(({ productId, product }) => {
    const rate = rateOf(product, terms)
    return rate && !rate.is_default ? [{ tax_rate_id: rate.id, reference: "product", reference_id: productId }] : []
  })
  if (rules.length > 0) {
    await createTaxRateRulesWorkflow(container).run({ input: { rules } })
  }
}
