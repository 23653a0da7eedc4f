import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"
import { type PosVariant, productContentSchema, productPatchSchema } from "../../pos-api/contract"
import type { OwnableField } from "../../translate/ownership"
import { describeUnwritten, isOverridden, type PriceSources } from "../../translate/price-sources"
import type { ShopProduct } from "../../translate/shop-product"
import { readPriceSources } from "./price-sources"
import type { ProductUuids } from "./product-uuids"

type PricesByVariant = ReadonlyMap<string, PosVariant["price"]>
type PricesAtPos = { accepted: PricesByVariant; owned: PricesByVariant }

type Input = {
  items: { link: { id: string }; parts: ShopProduct[] }[]
  uuids: ProductUuids
  counterOwned: ReadonlySet<OwnableField>
}

/** What of the prices of a batch is decided elsewhere than in the store's own: where they come from, and what stays at the POS. */
export type BatchPrices = {
  sources: PriceSources
  /** true for a variant whose price at the POS this push leaves as it is */
  isHeld: (linkId: string, variantId: string) => boolean
  /** prices that stay at the POS because what they came from is deleted, by variant UUID */
  heldOf: (linkId: string) => PricesByVariant
  /** notes on prices that were changed at the POS and that the store does not take */
  describeUnwritten: (linkId: string, parts: ShopProduct[], contents: { variants?: PosVariant[] | null }[]) => string[]
}

const NONE: PricesByVariant = new Map()

export async function readPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { items, uuids, counterOwned }: Input
): Promise<BatchPrices> {
  const products = items.flatMap(({ parts }) => parts)
  const sources = await readPriceSources(container, connection, products)
  const isOwnedByPos = counterOwned.has("price")
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
      const shown = pricesOf(contents.flatMap(({ variants }) => variants ?? []))
      return describeUnwritten(parts, sources, (variantId) => {
        const uuid = uuids.variantUuids.get(variantId) ?? ""
        return { shown: shown.get(uuid) ?? null, seen: atPos.get(linkId)?.owned.get(uuid) ?? null }
      })
    },
  }
}

/** Prices that the POS has of products: those that it accepted from the store, and those that it owns. */
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
        (part) => productPatchSchema.safeParse(part?.counter_content).data?.variants ?? []
      )
      return [linkId, { accepted: pricesOf(accepted), owned: pricesOf(owned) }]
    })
  )
}

const pricesOf = (variants: PosVariant[]): PricesByVariant => new Map(variants.map(({ uuid, price }) => [uuid, price]))
