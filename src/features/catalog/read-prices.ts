import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PriceChoice } from "../../contract/settings"
import { findPriceSources, type NamedPriceSource } from "../../medusa/prices"
import { fetchPriceSources } from "../../medusa/services/fetch-prices"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import { type PosVariant, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import { openCatalog } from "../../runtime/catalog-access"
import type { OwnableField } from "./field-ownership"
import { readAcceptedContents } from "./outbox"
import { type ChosenSource, describeUnwritten, isOverridden, type PriceSources } from "./price-rules"
import type { ProductUuids } from "./product-parts"
import type { StoreProduct } from "./store-product-mapping"

type PricesByVariant = ReadonlyMap<string, PosVariant["price"]>
type PricesAtPos = { accepted: PricesByVariant; owned: PricesByVariant }

type Input = {
  items: { link: { id: string }; parts: StoreProduct[] }[]
  uuids: ProductUuids
  posOwned: ReadonlySet<OwnableField>
}

/**
 * Price information of a batch beyond the store's prices: their sources, and the prices that stay as they are at the
 * POS.
 */
export type BatchPrices = {
  sources: PriceSources
  /** true for a variant whose price at the POS is not changed by this push */
  isHeld: (linkId: string, variantId: string) => boolean
  /** prices that stay at the POS because their source is deleted, by variant UUID */
  heldOf: (linkId: string) => PricesByVariant
  /** notes on prices that were changed at the POS and are not written to the store */
  describeUnwritten: (linkId: string, parts: StoreProduct[], contents: { variants?: PosVariant[] | null }[]) => string[]
}

const NONE: PricesByVariant = new Map()

export async function readPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { items, uuids, posOwned }: Input
): Promise<BatchPrices> {
  const products = items.flatMap(({ parts }) => parts)
  const sources = await readPriceSources(container, connection, products)
  const isOwnedByPos = posOwned.has("price")
  const isDeleted = sources.deleted.length > 0
  const atPos =
    isOwnedByPos || isDeleted ? await readPricesAtPos(container, items, uuids) : new Map<string, PricesAtPos>()
  const overridden = new Set(
    products.flatMap(({ variants }) => variants.filter(isOverridden).map(({ id }) => uuids.variantUuids.get(id)))
  )
  const held = new Map(
    [...atPos].map(([linkId, { accepted }]): [string, PricesByVariant] => [
      linkId,
      isDeleted ? new Map([...accepted].filter(([uuid]) => !overridden.has(uuid))) : NONE,
    ])
  )
  return {
    sources,
    isHeld: (linkId, variantId) => {
      const uuid = uuids.variantUuids.get(variantId) ?? ""
      return Boolean(held.get(linkId)?.get(uuid) || (isOwnedByPos && atPos.get(linkId)?.owned.get(uuid)))
    },
    heldOf: (linkId) => held.get(linkId) ?? NONE,
    describeUnwritten: (linkId, parts, contents) => {
      if (!isOwnedByPos) {
        return []
      }
      const shownPrices = getPrices(contents.flatMap(({ variants }) => variants ?? []))
      return describeUnwritten(parts, sources, (variantId) => {
        const uuid = uuids.variantUuids.get(variantId) ?? ""
        return { shown: shownPrices.get(uuid) ?? null, seen: atPos.get(linkId)?.owned.get(uuid) ?? null }
      })
    },
  }
}

/** Reads the prices of products at the POS: those that it accepted from the store, and those that it owns. */
async function readPricesAtPos(
  container: MedusaContainer,
  items: Input["items"],
  { furtherParts }: ProductUuids
): Promise<Map<string, PricesAtPos>> {
  const linkIds = items.map(({ link }) => link.id)
  const contents = await container.resolve(POS_MODULE).query((sql) => readAcceptedContents(sql, linkIds))
  return new Map(
    linkIds.map((linkId): [string, PricesAtPos] => {
      const first = contents.get(linkId)
      const further = furtherParts.filter(({ product_link_id }) => product_link_id === linkId)
      const accepted = [first, ...further].flatMap(
        (part) => productContentSchema.safeParse(part?.accepted_content).data?.variants ?? []
      )
      const owned = [first, ...further].flatMap(
        (part) => productPatchSchema.safeParse(part?.pos_content).data?.variants ?? []
      )
      return [linkId, { accepted: getPrices(accepted), owned: getPrices(owned) }]
    })
  )
}

const getPrices = (variants: PosVariant[]): PricesByVariant => new Map(variants.map(({ uuid, price }) => [uuid, price]))

type Priced = Pick<ConnectionRecord, "outbound_settings" | "region_id" | "currency_code">

/** Returns the price list and the region that a connection's prices depend on. */
export function priceSourceIds(connection: Pick<Priced, "outbound_settings" | "region_id">) {
  const { price } = getOutboundSettings(connection)
  return { priceListId: price.price_list_id, regionId: price.region_id ?? connection.region_id }
}

/** Returns a connection's price list and region, as far as they are deleted. */
export function findDeletedSources(
  connection: Pick<Priced, "outbound_settings" | "region_id">,
  sources: ReadonlyMap<string, NamedPriceSource>
): ChosenSource[] {
  const { priceListId, regionId } = priceSourceIds(connection)
  const region = toSource("region", regionId, sources)
  const used = priceListId === null ? [region] : [toSource("price list", priceListId, sources), region]
  return used.filter(({ isDeleted }) => isDeleted)
}

function toSource(
  kind: ChosenSource["kind"],
  id: string,
  sources: ReadonlyMap<string, NamedPriceSource>
): ChosenSource {
  const source = sources.get(id)
  return { kind, name: source?.name || id, isDeleted: source?.is_deleted ?? false }
}

/** Reads the sources of products' prices, with their names. */
export async function readPriceSources(
  container: MedusaContainer,
  connection: Priced,
  products: StoreProduct[]
): Promise<PriceSources> {
  const { price, missing_price } = getOutboundSettings(connection)
  const { priceListId, regionId } = priceSourceIds(connection)
  const lists = products.flatMap(({ variants }) =>
    variants.flatMap(({ priceSource }) => priceSource?.priceListId ?? [])
  )
  const priceListIds = [...new Set(priceListId === null ? lists : [priceListId, ...lists])]
  const sourceIds = { priceListIds, regionIds: [regionId] }
  const over = await openCatalog(container, async () => fetchPriceSources(container, sourceIds))
  const sources = await container.resolve(POS_MODULE).query((sql) => findPriceSources(over(sql), sourceIds))
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

/** The POS cannot show the chosen prices. */
export class PriceChoiceError extends PosError {
  constructor(message: string) {
    super("pos_price_choice_invalid", message)
  }
}

/**
 * Checks a choice of prices.
 * @throws PriceChoiceError when the region or price list does not exist, or the currency differs
 */
export async function checkPriceChoice(
  container: MedusaContainer,
  { region_id, price_list_id }: PriceChoice,
  currencyCode: string
): Promise<void> {
  if (region_id !== null) {
    const [region] = await container.resolve(Modules.REGION).listRegions({ id: region_id })
    if (!region) {
      throw new PriceChoiceError(`There is no region ${region_id}. Choose one of the store's regions.`)
    }
    if (region.currency_code.toLowerCase() !== currencyCode.toLowerCase()) {
      throw new PriceChoiceError(
        `The region ${region.name} sells in ${region.currency_code.toUpperCase()}, the POS in ` +
          `${currencyCode.toUpperCase()}. Choose a region with the POS's currency.`
      )
    }
  }
  if (price_list_id !== null) {
    const [list] = await container.resolve(Modules.PRICING).listPriceLists({ id: [price_list_id] })
    if (!list) {
      throw new PriceChoiceError(`There is no price list ${price_list_id}. Choose one of the store's price lists.`)
    }
  }
}
