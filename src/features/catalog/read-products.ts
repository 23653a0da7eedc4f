import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { BigNumber } from "bignumber.js"
import type { OutboundSettings } from "../../contract/settings"
import type { ProductRow, ProductsQuery } from "../../medusa/catalog"
import type { TaxRegion } from "../../medusa/prices"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { readProductsOf, readTaxRegion } from "../../runtime/catalog-access"
import { canonicalJson } from "./field-changes"
import type { ClaimedProductLink } from "./outbox"
import { pickCategory } from "./product-mapping"
import type { StoreProduct } from "./store-product-mapping"

/**
 * A product of the store, whether it is published, and whether the connection's selection includes it. `source` is a
 * fingerprint of the data that was read; null if a tax provider computes the rate, since its result may change without
 * a change in the store.
 */
export type ReadProduct = { product: StoreProduct; published: boolean; selected: boolean; source: string | null }

/**
 * Reads products with what the POS shows of them: the current price where the connection sells, and the tax rate of the
 * organization's country. Products that the store has deleted are absent.
 */
export async function readProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<Map<string, ReadProduct>> {
  const settings = getOutboundSettings(connection)
  const taxRegion = await readTaxRegion(container, connection)
  const rows = await readProductsOf(container, toProductsQuery(connection, taxRegion, productIds))
  const computed = taxRegion?.isComputed ? await computeTaxRates(container, taxRegion, rows) : null
  return new Map(
    rows.map((row) => {
      const taxRate = computed ? (computed.get(row.id) ?? null) : row.tax_rate
      return [
        row.id,
        {
          product: toStoreProduct(row, taxRate, settings),
          published: row.published,
          selected: row.selected,
          source: computed ? null : row.source,
        },
      ]
    })
  )
}

/** Returns the query that reads products for a connection. */
export function toProductsQuery(
  connection: ConnectionRecord,
  taxRegion: TaxRegion | null,
  productIds: string[]
): ProductsQuery {
  const settings = getOutboundSettings(connection)
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

function toStoreProduct(row: ProductRow, taxRate: string | null, settings: OutboundSettings): StoreProduct {
  const { type_id, thumbnail, unit_name, published, selected, categories, tax_rate, source, ...product } = row
  const images = [thumbnail ?? "", ...(row.images ?? [])].filter((url) => url !== "")
  return {
    ...product,
    category: pickCategory(categories ?? [], settings.category_strategy, settings.category_path),
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
    unitName: unit_name || null,
    images: [...new Set(images)],
  }
}

const taxLineSchema = z.object({ line_item_id: z.string(), rate: z.number().nullable() })

/**
 * Computes the tax rate of each product with a tax provider, in percent as text. Products without a rate are absent.
 */
async function computeTaxRates(
  container: MedusaContainer,
  region: TaxRegion,
  products: { id: string; type_id: string | null }[]
): Promise<Map<string, string>> {
  const lines = await container.resolve(Modules.TAX).getTaxLines(
    products.map((product) => ({
      id: product.id,
      product_id: product.id,
      product_type_id: product.type_id ?? undefined,
      quantity: 1,
      unit_price: 100,
    })),
    { address: { country_code: region.countryCode } }
  )
  const rates = new Map<string, BigNumber>()
  for (const { line_item_id, rate } of z.array(taxLineSchema).parse(lines)) {
    rates.set(line_item_id, (rates.get(line_item_id) ?? new BigNumber(0)).plus(rate ?? 0))
  }
  return new Map([...rates].map(([productId, rate]) => [productId, rate.toFixed()]))
}

/**
 * The listing decision for a link's product. `sold`: sold at the POS. `excluded`: deleted there, because the connection
 * does not sell it. `kept`: not sold, but left there. `removed`: deleted there, because the store deleted it.
 * `forgotten`: left there although the store deleted it.
 */
export type ListingDecision = "sold" | "excluded" | "kept" | "removed" | "forgotten"

/**
 * Decides the {@link ListingDecision} of a link's product. The merchant's decision on the product precedes the selection; drafts
 * are never sold.
 */
export function decideListing(
  link: Pick<ClaimedProductLink, "inclusion" | "at_pos" | "awaits_publishing">,
  read: ReadProduct | undefined,
  { on_deselected }: OutboundSettings
): ListingDecision {
  // A draft that was created from a product at the POS is no reason to delete that product there.
  const isLeft = on_deselected === "keep" || link.awaits_publishing
  if (!read) {
    return isLeft ? "forgotten" : "removed"
  }
  const isChosen = link.inclusion === "include" || (link.inclusion === "auto" && read.selected)
  if (isChosen && read.published) {
    return "sold"
  }
  return isLeft && link.at_pos ? "kept" : "excluded"
}
