import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { findPriceSources, type NamedPriceSource } from "../../medusa-tables/catalogue/find-price-sources"
import type { ChosenSource, PriceSources } from "../../translate/price-sources"
import type { ShopProduct } from "../../translate/shop-product"

type Priced = Pick<ConnectionRecord, "push_settings" | "region_id" | "currency_code">

/** The price list and the region that a connection's prices depend on. */
export function priceSourceIds(connection: Pick<Priced, "push_settings" | "region_id">) {
  const { price } = pushSettingsOf(connection)
  return { priceListId: price.price_list_id, regionId: price.region_id ?? connection.region_id }
}

/** Which of a connection's price list and region are deleted. */
export function findDeletedSources(
  connection: Pick<Priced, "push_settings" | "region_id">,
  sources: ReadonlyMap<string, NamedPriceSource>
): ChosenSource[] {
  const { priceListId, regionId } = priceSourceIds(connection)
  const used = [...(priceListId === null ? [] : [toSource("price list", priceListId, sources)])]
  return [...used, toSource("region", regionId, sources)].filter(({ isDeleted }) => isDeleted)
}

function toSource(
  kind: ChosenSource["kind"],
  id: string,
  sources: ReadonlyMap<string, NamedPriceSource>
): ChosenSource {
  const source = sources.get(id)
  return { kind, name: source?.name || id, isDeleted: source?.is_deleted ?? false }
}

/** Reads where the prices of products come from, with the names that a person knows. */
export async function readPriceSources(
  container: MedusaContainer,
  connection: Priced,
  products: ShopProduct[]
): Promise<PriceSources> {
  const { price, missing_price } = pushSettingsOf(connection)
  const { priceListId, regionId } = priceSourceIds(connection)
  const lists = products.flatMap(({ variants }) =>
    variants.flatMap(({ priceSource }) => priceSource?.priceListId ?? [])
  )
  const priceListIds = [...new Set(priceListId === null ? lists : [priceListId, ...lists])]
  const sources = await container
    .resolve(POS_MODULE)
    .query((sql) => findPriceSources(sql, { priceListIds, regionIds: [regionId] }))
  const region = toSource("region", regionId, sources)
  const chosenRegion = price.region_id === null ? null : region
  return {
    chosen: priceListId === null ? chosenRegion : toSource("price list", priceListId, sources),
    deleted: findDeletedSources(connection, sources),
    missing: missing_price,
    regionName: region.name,
    currencyCode: connection.currency_code,
    listNames: new Map(priceListIds.map((id) => [id, sources.get(id)?.name || id])),
  }
}
