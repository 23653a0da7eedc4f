import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { findVariantUuids } from "../../modules/pos/queries/catalogue/links"
import type { PosProduct } from "../../pos-api/contract"
import { type OwnedChanges, ownedChanges } from "../../translate/owned-changes"
import { asWhole } from "../../translate/split-product"
import { applyOverrides, readStoredOverrides } from "../../translate/overrides"
import type { OwnedField } from "../../vocabulary/owned-fields"
import { findCategories } from "../adopt/find-categories"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { readProducts } from "../push/read-products"
import { writeOwnedPrices } from "./write-owned-prices"

/**
 * @property overrides what the till shows instead of the shop's own, see translate/overrides.ts
 * @property part which part of a split product it is, from 0
 */
export type CounterChange = { productId: string; overrides: unknown; part: number; product: PosProduct }

/**
 * Writes the fields that the service owns into the shop, by Medusa's own workflows, so that whoever listens hears of it;
 * what is there already is not written. Taxes are rules of the shop's regions and stay the shop's.
 * @returns ids of products with prices that the store does not take, see {@link writeOwnedPrices}
 */
export async function writeOwnedFields(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: CounterChange[]
): Promise<string[]> {
  const { field_owners, variant_overflow } = pushSettingsOf(connection)
  const owners = Object.entries(field_owners)
  const owned = new Set<string>(owners.flatMap(([field, owner]) => (owner === "counter" ? [field] : [])))
  if (owned.size === 0 || changes.length === 0) {
    return []
  }
  const read = await readProducts(
    container,
    connection,
    changes.map(({ productId }) => productId)
  )
  const variantIds = [...read.values()].flatMap(({ product }) => product.variants.map(({ id }) => id))
  const uuids = await container.resolve(POS_MODULE).query((sql) => findVariantUuids(sql, connection.id, variantIds))
  const found = changes.flatMap(({ productId, overrides, part, product }) => {
    const shop = read.get(productId)?.product
    const basis = {
      currencyCode: connection.currency_code,
      taxationMode: connection.taxation_mode,
      taxationType: connection.taxation_type,
    }
    if (!shop) {
      return []
    }
    const shown = applyOverrides(shop, readStoredOverrides(overrides).overrides)
    const change = ownedChanges({
      remote: variant_overflow === "split" ? asWhole(product, shown) : product,
      owned: (field: OwnedField) => owned.has(field),
      uuids,
      basis,
      shop: shown,
    })
    // What a split product has as a whole is told by its first part.
    return [part === 0 ? change : { ...change, product: {} }]
  })
  await writeProducts(container, connection, found)
  await writeVariants(container, found)
  return writeOwnedPrices(container, connection, found)
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
  const known = new Map(
    (
      await products.listProducts(
        { id: changed.map(({ productId }) => productId) },
        { relations: ["categories", "images"], take: changed.length }
      )
    ).map((one) => [one.id, one])
  )
  await updateProductsWorkflow(container).run({
    input: {
      products: changed.flatMap(
        ({ productId, product: { category, formerCategoryId, unitName, imageUrl, ...fields } }) => {
          const shop = known.get(productId)
          const kept = (shop?.categories ?? []).map(({ id }) => id).filter((id) => id !== formerCategoryId)
          const chosen = category ? categories.get(category.uuid) : undefined
          return shop
            ? [
                {
                  ...{ id: productId, ...fields },
                  ...(category === undefined
                    ? {}
                    : { category_ids: [...new Set([...kept, ...(chosen ? [chosen] : [])])] }),
                  ...(unitName === undefined ? {} : { metadata: { ...shop.metadata, pos_unit_name: unitName } }),
                  ...(imageUrl === undefined
                    ? {}
                    : {
                        thumbnail: imageUrl,
                        images: [{ url: imageUrl }, ...shop.images.filter(({ url }) => url !== imageUrl)],
                      }),
                },
              ]
            : []
        }
      ),
    },
  })
}

async function writeVariants(container: MedusaContainer, changes: OwnedChanges[]): Promise<void> {
  const changed = changes.flatMap(({ variants }) => variants.filter(({ fields }) => Object.keys(fields).length > 0))
  if (changed.length === 0) {
    return
  }
  const known = new Map(
    (
      await container
        .resolve(Modules.PRODUCT)
        .listProductVariants({ id: changed.map(({ id }) => id) }, { take: changed.length, select: ["id", "metadata"] })
    ).map((one) => [one.id, one])
  )
  await updateProductVariantsWorkflow(container).run({
    input: {
      product_variants: changed.map(({ id, fields: { costPrice, ...fields } }) => ({
        ...{ id, ...fields },
        ...(costPrice === undefined ? {} : { metadata: { ...known.get(id)?.metadata, pos_cost_price: costPrice } }),
      })),
    },
  })
}
