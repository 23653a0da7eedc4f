import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { pickCategory } from "../../translate/category"
import { canonicalJson } from "../../translate/fingerprint"
import type { ShopProduct } from "../../translate/shop-product"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type ProductRow, readProductRows } from "../../medusa-tables/catalogue/product-row"
import type { ProductsQuery } from "../../medusa-tables/catalogue/products-statement"
import { findTaxRegion, type TaxRegion } from "../../medusa-tables/catalogue/read-tax-rates"
import type { PushSettings } from "../../vocabulary/push-settings"
import { computeTaxRates } from "./compute-tax-rates"

/**
 * A product of the shop with whether the connection sells it by its selection, and whether it is published. `source` is
 * a fingerprint of what was read; null where a tax provider computes, since its answer may change by itself.
 */
export type ReadProduct = { product: ShopProduct; published: boolean; selected: boolean; source: string | null }

/**
 * Reads products with what the till shows of them: today's price where the connection sells, and the tax rate of the
 * organisation's country. Products that the shop has deleted are absent.
 */
export async function readProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<Map<string, ReadProduct>> {
  const settings = pushSettingsOf(connection)
  const pos = container.resolve(POS_MODULE)
  const taxRegion = await pos.query((sql) => findTaxRegion(sql, connection))
  const query = readingOf(connection, taxRegion, productIds)
  const rows = await pos.bulk(productIds.length, (sql) => readProductRows(sql, query))
  const computed = taxRegion?.isComputed ? await computeTaxRates(container, taxRegion, rows) : null
  return new Map(
    rows.map((row) => {
      const taxRate = computed ? (computed.get(row.id) ?? null) : row.tax_rate
      return [
        row.id,
        {
          product: toShopProduct(row, taxRate, settings),
          ...{ published: row.published, selected: row.selected, source: computed ? null : row.source },
        },
      ]
    })
  )
}

/** What is read of products for a connection. */
export function readingOf(
  connection: ConnectionRecord,
  taxRegion: TaxRegion | null,
  productIds: string[]
): ProductsQuery {
  const settings = pushSettingsOf(connection)
  const { currency_code, region_id, taxation_mode, taxation_type } = connection
  return {
    productIds,
    selection: settings.selection,
    currencyCode: currency_code,
    regionId: region_id,
    price: settings.price,
    taxRegionId: taxRegion?.id ?? null,
    basis: canonicalJson({ settings, currency_code, taxation_mode, taxation_type }),
  }
}

function toShopProduct(row: ProductRow, taxRate: string | null, settings: PushSettings): ShopProduct {
  const images = [row.thumbnail ?? "", ...(row.images ?? [])].filter((url) => url !== "")
  return {
    id: row.id,
    title: row.title,
    handle: row.handle,
    description: row.description,
    category: pickCategory(row.categories ?? [], settings.category_choice, settings.category_path),
    options: (row.options ?? []).map((title) => ({ title })),
    variants: (row.variants ?? []).map(({ cost_price, price_includes_tax, price_source, ...variant }) => ({
      ...variant,
      options: variant.options ?? {},
      costPrice: cost_price,
      priceIncludesTax: price_includes_tax ?? false,
      priceSource: price_source && {
        kind: price_source.kind,
        priceId: price_source.price_id,
        priceListId: price_source.price_list_id,
      },
    })),
    taxRate,
    unitName: row.unit_name || null,
    images: [...new Set(images)],
  }
}
