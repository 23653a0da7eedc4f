import type { MedusaContainer, ProductDTO, UpdateProductWorkflowInputDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import type { OwnedField } from "../../contract/settings"
import { type BasePrice, findBasePrices } from "../../medusa/prices"
import { fetchBasePrices } from "../../medusa/services/fetch-prices"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import type { PosProduct } from "../../pos-api/contract"
import { openCatalog } from "../../runtime/catalog-access"
import { findVariantUuids } from "./links"
import { applyOverrides, readStoredOverrides } from "./overrides"
import { type OwnedChanges, ownedChanges, type VariantChanges } from "./pos-product-mapping"
import { isWritable } from "./price-rules"
import { findCategories } from "./product-drafts"
import { priceSourceIds, readPriceSources } from "./read-prices"
import { readProducts } from "./read-products"
import { asWhole } from "./store-product-mapping"
import { clearSwappedCodes } from "./swapped-codes"

/**
 * A changed product at the POS.
 * @property overrides what the POS shows instead of the store's own values, see features/catalog/overrides.ts
 * @property part number of the part of a split product, from 0
 */
export type PosChange = { productId: string; overrides: unknown; part: number; product: PosProduct }

/** Compares products at the POS with the store's, in the fields that the POS owns; nothing is written. */
export async function readOwnedChanges(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: PosChange[]
): Promise<OwnedChanges[]> {
  const { field_owners } = getOutboundSettings(connection)
  const owners = Object.entries(field_owners)
  const owned = owners.flatMap(([field, owner]) => (owner === "pos" ? [field] : []))
  return readChanges(container, connection, changes, new Set(owned))
}

/** Writes some fields of products at the POS into the store, as {@link writeOwnedChanges} does. */
export async function writeFields(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: PosChange[],
  owned: ReadonlySet<string>
): Promise<string[]> {
  return writeOwnedChanges(container, connection, await readChanges(container, connection, changes, owned))
}

async function readChanges(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: PosChange[],
  owned: ReadonlySet<string>
): Promise<OwnedChanges[]> {
  if (owned.size === 0 || changes.length === 0) {
    return []
  }
  const { variant_overflow } = getOutboundSettings(connection)
  const read = await readProducts(
    container,
    connection,
    changes.map(({ productId }) => productId)
  )
  const variantIds = [...read.values()].flatMap(({ product }) => product.variants.map(({ id }) => id))
  const uuids = await container.resolve(POS_MODULE).query((sql) => findVariantUuids(sql, connection.id, variantIds))
  return changes.flatMap(({ productId, overrides, part, product }) => {
    const store = read.get(productId)?.product
    const basis = {
      currencyCode: connection.currency_code,
      taxationMode: connection.taxation_mode,
      taxationType: connection.taxation_type,
    }
    if (!store) {
      return []
    }
    const shownProduct = applyOverrides(store, readStoredOverrides(overrides).overrides)
    const change = ownedChanges({
      remote: variant_overflow === "split" ? asWhole(product, shownProduct) : product,
      owned: (field: OwnedField) => owned.has(field),
      uuids,
      basis,
      store: shownProduct,
    })
    // The fields of a split product as a whole come from its first part.
    return [part === 0 ? change : { ...change, product: {} }]
  })
}

/**
 * Writes fields that the POS owns into the store, with Medusa's own workflows, so that subscribers receive the events.
 * Values that the store already has are not among them. Taxes are rules of the store's regions and stay the store's.
 * @returns ids of products with prices that the store does not accept, see {@link writeOwnedPrices}
 */
export async function writeOwnedChanges(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: OwnedChanges[]
): Promise<string[]> {
  if (changes.length === 0) {
    return []
  }
  await writeProducts(container, connection, changes)
  await writeVariants(container, connection, changes)
  return writeOwnedPrices(container, connection, changes)
}

async function writeProducts(container: MedusaContainer, connection: ConnectionRecord, changes: OwnedChanges[]) {
  const changed = changes.filter(({ product }) => Object.keys(product).length > 0)
  if (changed.length === 0) {
    return
  }
  const products = container.resolve(Modules.PRODUCT)
  const categories = await findCategories(
    container,
    connection.id,
    changed.flatMap(({ product }) => product.category ?? [])
  )
  const storedProducts = new Map(
    (
      await products.listProducts(
        { id: changed.map(({ productId }) => productId) },
        { relations: ["categories", "images"], take: changed.length }
      )
    ).map((product) => [product.id, product])
  )
  await updateProductsWorkflow(container).run({
    input: {
      products: changed.flatMap((change) => {
        const stored = storedProducts.get(change.productId)
        return stored ? [toProductUpdate(change, stored, categories)] : []
      }),
    },
  })
}

/** Converts changes of a product to an update, which leaves alone what it does not name. */
function toProductUpdate(
  { productId, product }: OwnedChanges,
  stored: ProductDTO,
  categories: ReadonlyMap<string, string>
): UpdateProductWorkflowInputDTO {
  const { category, formerCategoryId, unitName, imageUrl, ...fields } = product
  const update: UpdateProductWorkflowInputDTO = { id: productId, ...fields }
  if (category !== undefined) {
    const categoryIds = new Set((stored.categories ?? []).map(({ id }) => id).filter((id) => id !== formerCategoryId))
    const chosenCategory = category ? categories.get(category.uuid) : undefined
    update.category_ids = [...(chosenCategory ? categoryIds.add(chosenCategory) : categoryIds)]
  }
  if (unitName !== undefined) {
    update.metadata = { ...stored.metadata, pos_unit_name: unitName }
  }
  if (imageUrl !== undefined) {
    update.thumbnail = imageUrl
    update.images = [{ url: imageUrl }, ...stored.images.filter(({ url }) => url !== imageUrl)]
  }
  return update
}

async function writeVariants(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: OwnedChanges[]
): Promise<void> {
  const changed = changes.flatMap(({ variants }) => variants.filter(({ fields }) => Object.keys(fields).length > 0))
  if (changed.length === 0) {
    return
  }
  await clearSwappedCodes(container, connection.id, changed)
  const storedVariants = new Map(
    (
      await container
        .resolve(Modules.PRODUCT)
        .listProductVariants({ id: changed.map(({ id }) => id) }, { take: changed.length, select: ["id", "metadata"] })
    ).map((variant) => [variant.id, variant])
  )
  await updateProductVariantsWorkflow(container).run({
    input: {
      product_variants: changed.map(({ id, fields: { costPrice, ...fields } }) => {
        const metadata = { ...storedVariants.get(id)?.metadata, pos_cost_price: costPrice }
        return costPrice === undefined ? { id, ...fields } : { id, ...fields, metadata }
      }),
    },
  })
}

type PricedVariant = VariantChanges & { price: string; priceSet: BasePrice }

/**
 * Writes prices that the POS owns to the source of the prices that they replace: the chosen price list, otherwise the
 * base price of the connection's region or currency. A price of another list or of a sale is not changed. No price is
 * changed while the chosen source is deleted.
 * @returns ids of products with prices that were not written
 */
async function writeOwnedPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: OwnedChanges[]
): Promise<string[]> {
  const changed = changes.flatMap(({ productId, variants }) =>
    variants.flatMap((variant) => (variant.price === undefined ? [] : [{ productId, variant, price: variant.price }]))
  )
  if (changed.length === 0) {
    return []
  }
  const sources = await readPriceSources(container, connection, [])
  const { regionId } = priceSourceIds(connection)
  const variantIds = changed.map(({ variant }) => variant.id)
  const currencyCode = connection.currency_code
  const over = await openCatalog(container, async () => fetchBasePrices(container, variantIds, currencyCode))
  const priceSets = await container
    .resolve(POS_MODULE)
    .query((sql) => findBasePrices(over(sql), { variantIds, currencyCode, regionId }))
  const writable = changed.flatMap(({ variant, price }): PricedVariant[] => {
    const priceSet = priceSets.get(variant.id)
    return priceSet && isWritable(variant, sources) ? [{ ...variant, price, priceSet }] : []
  })
  await writeListPrices(container, connection, writable)
  await writeBasePrices(container, connection, writable)
  const unwritten = changed.filter(({ variant }) => !isWritable(variant, sources))
  return [...new Set(unwritten.map(({ productId }) => productId))]
}

async function writeListPrices(
  container: MedusaContainer,
  { currency_code }: ConnectionRecord,
  changed: PricedVariant[]
): Promise<void> {
  const data = changed.flatMap(({ price, priceSet, priceSource }) =>
    priceSource?.kind === "chosen-list" && priceSource.priceListId !== null
      ? [
          {
            price_list_id: priceSource.priceListId,
            prices: [{ id: priceSource.priceId, price_set_id: priceSet.price_set_id, amount: price, currency_code }],
          },
        ]
      : []
  )
  if (data.length > 0) {
    await container.resolve(Modules.PRICING).updatePriceListPrices(data)
  }
}

async function writeBasePrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changed: PricedVariant[]
): Promise<void> {
  const { regionId } = priceSourceIds(connection)
  const data = changed
    .filter(({ priceSource }) => priceSource?.kind !== "chosen-list")
    .map(({ price, priceSet }) => ({
      priceSetId: priceSet.price_set_id,
      prices: [
        {
          amount: price,
          currency_code: connection.currency_code,
          // These are given although null, because the existing price is also matched by them.
          min_quantity: null,
          max_quantity: null,
          rules: priceSet.is_regional ? { region_id: regionId } : undefined,
        },
      ],
    }))
  if (data.length > 0) {
    await container.resolve(Modules.PRICING).addPrices(data)
  }
}
