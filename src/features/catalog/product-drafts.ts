import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, ProductStatus } from "@medusajs/framework/utils"
import {
  batchProductsWorkflow,
  createProductCategoriesWorkflow,
  createTaxRateRulesWorkflow,
  deleteProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { BigNumber } from "bignumber.js"
import { listTaxRates, pricesIncludeTax, type TaxRate } from "../../medusa/prices"
import {
  type PosCategory,
  findPosCategories,
  findCreatedProducts,
  type KnownCategory,
} from "../../medusa/product-lookups"
import { mergeRows } from "../../medusa/services/catalog-records"
import { fetchPreferences, fetchTaxRates } from "../../medusa/services/fetch-prices"
import { fetchCreated, fetchPosCategories } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { isDecimal } from "../../money/money"
import type { PosProduct } from "../../pos-api/contract"
import { openCatalog, readTaxRegion } from "../../runtime/catalog-access"
import { linkCategories } from "./links"
import { type ProductDraft, toProductDraft } from "./pos-product-mapping"

/** A product of the POS, and the id that its draft has or will have. */
export type DraftToCreate = { productId: string; product: PosProduct }

/**
 * Creates drafts in the store, each once: an existing one is not changed. Variants are in the POS's order.
 * @throws TornDraftError
 */
export async function createDrafts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { drafts, terms }: { drafts: DraftToCreate[]; terms: DraftTerms }
): Promise<void> {
  const missing = await withoutCreated(container, drafts)
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
  await batchProductsWorkflow(container).run({
    input: {
      create: missing.map(({ productId, product }) => {
        const tax = { taxRate: getRate(product, terms)?.rate ?? null, priceIncludesTax: terms.priceIncludesTax }
        const categoryId = categories.get(product.category?.uuid ?? "")
        return toProductInput(toProductDraft(product, tax, basis), {
          productId,
          productUuid: product.uuid,
          handle: toHandle(product),
          currencyCode: connection.currency_code,
          salesChannelId: connection.sales_channel_id,
          categoryId,
        })
      }),
    },
  })
  await matchPosTax(container, missing, terms)
}

/**
 * Returns the drafts that do not exist yet. A creation that was interrupted leaves a product without its variants,
 * which is deleted, so that it is created again.
 * @throws TornDraftError
 */
async function withoutCreated(container: MedusaContainer, drafts: DraftToCreate[]): Promise<DraftToCreate[]> {
  const productIds = drafts.map(({ productId }) => productId)
  const over = await openCatalog(container, async () => fetchCreated(container, productIds))
  const rows = await container.resolve(POS_MODULE).query((sql) => findCreatedProducts(over(sql), productIds))
  const torn = rows.filter(({ is_whole }) => !is_whole).map(({ id }) => id)
  if (torn.length > 0) {
    await deleteProductsWorkflow(container).run({ input: { ids: torn } })
    throw new TornDraftError(torn)
  }
  const createdIds = new Set(rows.map(({ id }) => id))
  return drafts.filter(({ productId }) => !createdIds.has(productId))
}

/** A crash left a draft incomplete. It has been deleted, and the next attempt creates it under a new id. */
export class TornDraftError extends Error {
  constructor(readonly productIds: string[]) {
    super(`The creation of ${productIds.join(", ")} was interrupted. They are created again.`)
    this.name = "TornDraftError"
  }
}

/**
 * Builds a handle from the Latin letters of a name and the start of the UUID: unique, and valid in a URL for every
 * name.
 */
function toHandle({ name, uuid }: PosProduct): string {
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
  productUuid: string
  handle: string
  currencyCode: string
  salesChannelId: string
  categoryId: string | undefined
}

function toProductInput(draft: ProductDraft, place: Place) {
  return {
    id: place.productId,
    // Its UUID at the POS, as Medusa's integrations do.
    external_id: place.productUuid,
    title: draft.title,
    handle: place.handle,
    status: ProductStatus.DRAFT,
    sales_channels: [{ id: place.salesChannelId }],
    options: draft.options,
    description: draft.description || undefined,
    thumbnail: draft.imageUrl || undefined,
    images: draft.imageUrl ? [{ url: draft.imageUrl }] : undefined,
    metadata: draft.unitName ? { pos_unit_name: draft.unitName } : undefined,
    category_ids: place.categoryId ? [place.categoryId] : undefined,
    variants: draft.variants.map(({ title, sku, barcode, options, price, costPrice }, variant_rank) => ({
      id: generateEntityId("", "variant"),
      title,
      options,
      variant_rank,
      manage_inventory: true,
      sku: sku || undefined,
      barcode: barcode || undefined,
      metadata: costPrice ? { pos_cost_price: costPrice } : undefined,
      prices: price === null ? [] : [{ amount: price, currency_code: place.currencyCode }],
    })),
  }
}

/** Gives products the POS's tax rate if it differs from the store's default and the store has that rate. */
async function matchPosTax(container: MedusaContainer, made: DraftToCreate[], terms: DraftTerms): Promise<void> {
  const rules = made.flatMap(({ productId, product }) => {
    const rate = getRate(product, terms)
    return rate && !rate.is_default ? [{ tax_rate_id: rate.id, reference: "product", reference_id: productId }] : []
  })
  if (rules.length > 0) {
    await createTaxRateRulesWorkflow(container).run({ input: { rules } })
  }
}

/** Price and tax settings for the drafts of a connection. */
export type DraftTerms = {
  priceIncludesTax: boolean
  /** the store's rates where the connection sells, in percent as text */
  rates: TaxRate[]
}

export async function readDraftTerms(container: MedusaContainer, connection: ConnectionRecord): Promise<DraftTerms> {
  const region = await readTaxRegion(container, connection)
  const regionId = region?.id ?? null
  const over = await openCatalog(container, async () =>
    mergeRows(await fetchPreferences(container), await fetchTaxRates(container, regionId, []))
  )
  return container.resolve(POS_MODULE).query(async (sql) => ({
    priceIncludesTax: await pricesIncludeTax(over(sql), connection.currency_code),
    rates: await listTaxRates(over(sql), regionId),
  }))
}

/** Returns the store's tax rate for a product: the one with the POS's percentage, or the default. */
function getRate({ vatPercentage }: PosProduct, { rates }: DraftTerms) {
  const standard = rates.find(({ is_default }) => is_default) ?? null
  if (!vatPercentage || !isDecimal(vatPercentage)) {
    return standard
  }
  return rates.find(({ rate }) => new BigNumber(rate).isEqualTo(vatPercentage)) ?? standard
}

/** Returns a note about a product's tax that a person must know before publishing it; null: none. */
export function taxNote(product: PosProduct, terms: DraftTerms): string | null {
  const { vatPercentage } = product
  const rate = getRate(product, terms)
  const isSame = !vatPercentage || !isDecimal(vatPercentage) || rate?.rate === undefined
  return isSame || new BigNumber(rate.rate).isEqualTo(vatPercentage)
    ? null
    : `The POS taxes it at ${vatPercentage} %, for which the store has no rate. Published, it is taxed at ${new BigNumber(rate.rate).toFixed()} % in both.`
}

/**
 * Finds the store's categories for those of the POS: linked by their UUID, otherwise of the same name. Missing ones are
 * created, hidden from the storefront until the merchant activates them.
 * @returns category UUID → category id
 */
export async function findCategories(
  container: MedusaContainer,
  connectionId: string,
  posCategories: PosCategory[]
): Promise<Map<string, string>> {
  const namedCategories = [...new Map(posCategories.map((category) => [category.uuid, category])).values()].filter(
    ({ name }) => name.trim() !== ""
  )
  if (namedCategories.length === 0) {
    return new Map()
  }
  const pos = container.resolve(POS_MODULE)
  const read = async () => {
    const over = await openCatalog(container, async () => fetchPosCategories(container, connectionId, namedCategories))
    return pos.query((sql) => findPosCategories(over(sql), connectionId, namedCategories))
  }
  const toIdFinder = (rows: KnownCategory[]) => {
    const byUuid = new Map(rows.map((row) => [row.category_uuid, row.id]))
    const byName = new Map(rows.map((row) => [row.name.toLowerCase(), row.id]))
    return ({ uuid, name }: PosCategory) => byUuid.get(uuid) ?? byName.get(name.toLowerCase())
  }
  const findExistingId = toIdFinder(await read())
  const missing = new Map(
    namedCategories.filter((category) => !findExistingId(category)).map(({ name }) => [name.toLowerCase(), name])
  )
  if (missing.size > 0) {
    await createProductCategoriesWorkflow(container).run({
      input: { product_categories: [...missing.values()].map((name) => ({ name, is_active: false })) },
    })
  }
  const findId = missing.size > 0 ? toIdFinder(await read()) : findExistingId
  const links = namedCategories.flatMap((category) => {
    const id = findId(category)
    return id ? [{ category_id: id, category_uuid: category.uuid }] : []
  })
  await pos.query((sql) => linkCategories(sql, connectionId, links))
  return new Map(links.map(({ category_uuid, category_id }) => [category_uuid, category_id]))
}
