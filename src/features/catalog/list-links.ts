import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber } from "bignumber.js"
import {
  countByState,
  countMatching,
  listMatchingLinks,
  type Matching,
  type Order,
  type StateCount,
} from "../../medusa/product-links"
import { readTitles } from "../../medusa/product-lookups"
import { fetchProductsById } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { planByIndexes } from "../../modules/pos/database/sql"
import { productContentSchema } from "../../pos-api/contract"
import { openCatalog } from "../../runtime/catalog-access"
import { readAvailable } from "../../runtime/stock-access"
import { addBalances, findAcceptedVariants, subtractBalances } from "../stock"
import { readAcceptedContents } from "./outbox"
import { applyOverrides, readStoredOverrides } from "./overrides"
import { type PriceBasis, sellingPriceOrNull } from "./price-rules"
import { findProductParts } from "./product-parts"
import { type ReadProduct, readProducts } from "./read-products"

/** Order and page of a list of links. @property wantsSides whether stock and prices of both sides are also read */
export type ListedAs = { order: Order; limit: number; offset: number; wantsSides: boolean }

/**
 * Returns a page of links in the given order, with their product titles, and their variants: of a product that the POS
 * has, those that it has.
 */
export async function listLinks(
  container: MedusaContainer,
  matching: Matching,
  { order, limit, offset, wantsSides }: ListedAs
) {
  const pos = container.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.transaction(async (sql) => {
    await planByIndexes(sql)
    return listMatchingLinks(sql, matching, order, { limit, offset })
  })
  const [unsorted, known] = await Promise.all([
    pos.listPosProductLinks({ id: ids }, { take: null }),
    pos.listPosVariantLinks({ product_link_id: ids }, { take: null }),
  ])
  const accepted = await pos.query((sql) =>
    findAcceptedVariants(
      sql,
      known.map(({ id }) => id)
    )
  )
  const variants = known.filter(({ id }) => accepted.has(id))
  const links = ids.flatMap((id) => unsorted.find((link) => link.id === id) ?? [])
  const productIds = links.map(({ product_id }) => product_id)
  const over = await openCatalog(container, async () => fetchProductsById(container, productIds, true))
  const titles = await pos.query((sql) => readTitles(over(sql), productIds))
  const sides = new Map<string, BothSides>()
  for (const connectionId of wantsSides ? new Set(links.map(({ connection_id }) => connection_id)) : []) {
    const ownLinks = links.filter(({ connection_id }) => connection_id === connectionId)
    const ofOwn = await readBothSides(container, await pos.findConnection(connectionId), ownLinks, variants)
    ofOwn.forEach((side, id) => sides.set(id, side))
  }
  return { links, variants, titles, sides, ...counted }
}

/** Counts the matching links by state. */
export async function countLinks(container: MedusaContainer, matching: Matching): Promise<StateCount[]> {
  return container.resolve(POS_MODULE).query((sql) => countByState(sql, matching))
}

/** Counts the matching links exactly. */
export async function countAllLinks(container: MedusaContainer, matching: Matching): Promise<number> {
  return container.resolve(POS_MODULE).query((sql) => countMatching(sql, matching))
}

/** The lowest and the highest price of a product's variants, in minor units. */
export type PriceSpan = { lowest: number; highest: number }

/** What the store has of a product for the POS, and what the POS has; null: unknown. */
type BothSides = {
  stock: StockOfSides
  /** `differs`: at least one variant has different prices at the POS and in the store */
  price: { store: PriceSpan | null; pos: PriceSpan | null; differs: boolean }
}

type Link = { id: string; product_id: string; overrides: unknown; accepted_content: unknown }
type VariantOfLink = StoredLevel & {
  product_link_id: string
  variant_id: string
  variant_uuid: string
  stock_revision: number
  stock_pushed_revision: number
}

/**
 * Reads prices and stock of linked products on both sides, for one page of a list, with queries for all variants
 * together.
 */
async function readBothSides(
  container: MedusaContainer,
  connection: ConnectionRecord,
  links: Link[],
  variants: VariantOfLink[]
): Promise<Map<string, BothSides>> {
  const pos = container.resolve(POS_MODULE)
  const ids = links.map(({ id }) => id)
  const [products, available, accepted, parts] = await Promise.all([
    readProducts(
      container,
      connection,
      links.map(({ product_id }) => product_id)
    ),
    readAvailable(
      container,
      connection,
      variants.map(({ variant_id }) => variant_id)
    ),
    pos.query((sql) => readAcceptedContents(sql, ids)),
    pos.query((sql) => findProductParts(sql, ids)),
  ])
  return new Map(
    links.map((link) => {
      const ownVariants = variants.filter(({ product_link_id }) => product_link_id === link.id)
      const contents = [
        accepted.get(link.id)?.accepted_content,
        ...parts.filter(({ product_link_id }) => product_link_id === link.id).map((part) => part.accepted_content),
      ]
      const storePrices = readStorePrices(products.get(link.product_id), link.overrides, toPriceBasis(connection))
      const posPrices = new Map(contents.flatMap(readPosPrices))
      const levels = ownVariants.map((variant) => ({
        store: available.get(variant.variant_id) ?? null,
        pos: toLevelAtPos(variant),
      }))
      return [
        link.id,
        {
          stock: compareStock(levels, isNotTracked(connection, link, ownVariants)),
          price: {
            store: toPriceSpan([...storePrices.values()]),
            pos: toPriceSpan([...posPrices.values()]),
            differs: ownVariants.some(({ variant_id, variant_uuid }) => {
              const store = storePrices.get(variant_id)
              const pos = posPrices.get(variant_uuid)
              return store !== undefined && pos !== undefined && store !== pos
            }),
          },
        },
      ]
    })
  )
}

const toPriceBasis = ({ currency_code, taxation_mode, taxation_type }: ConnectionRecord): PriceBasis => ({
  currencyCode: currency_code,
  taxationMode: taxation_mode,
  taxationType: taxation_type,
})

/**
 * True when the POS does not track a product: it has switched tracking off, or stock is synced both ways, everything
 * was sent, and the POS tracks none of the variants. The latter are variants that the store does not count.
 */
function isNotTracked({ stock_sync }: ConnectionRecord, link: Link, variants: VariantOfLink[]): boolean {
  const isNeverTracked = variants.every(
    ({ tracked, observed_level, stock_revision, stock_pushed_revision }) =>
      !tracked && observed_level === null && stock_pushed_revision >= stock_revision
  )
  return (
    variants.some(({ stock_off }) => stock_off) ||
    (stock_sync === "two_way" && link.accepted_content !== null && variants.length > 0 && isNeverTracked)
  )
}

/**
 * Returns prices in minor units by variant id, as a push would send them, but without changes by the store's own code.
 */
function readStorePrices(read: ReadProduct | undefined, overrides: unknown, basis: PriceBasis): Map<string, number> {
  if (!read) {
    return new Map()
  }
  const { taxRate, variants } = applyOverrides(read.product, readStoredOverrides(overrides).overrides)
  return new Map(
    variants.flatMap(({ id, price, priceIncludesTax }) => {
      const amount = price === null ? null : sellingPriceOrNull(price, { taxRate, priceIncludesTax }, basis)?.amount
      return amount === null || amount === undefined ? [] : [[id, amount] as const]
    })
  )
}

/** Returns prices in minor units by variant UUID. */
function readPosPrices(content: unknown): [string, number][] {
  const parsed = productContentSchema.safeParse(content)
  const variants = parsed.success ? (parsed.data.variants ?? []) : []
  return variants.flatMap(({ uuid, price }): [string, number][] => (price ? [[uuid, price.amount]] : []))
}

const toPriceSpan = (amounts: number[]): PriceSpan | null =>
  amounts.length > 0 ? { lowest: Math.min(...amounts), highest: Math.max(...amounts) } : null

/** The stored levels of a variant's stock at the POS, as decimal text. */
export type StoredLevel = {
  tracked: boolean
  stock_off: boolean
  pos_balance: string | null
  read_level: string | null
  read_at: Date | null
  observed_level: string | null
  observed_at: Date | null
  observed_balance: string | null
}

/**
 * The level of a variant at the POS when it was last read, and the level expected after newer movements. Decimal text;
 * null: unknown.
 */
export type LevelAtPos = { read: string | null; readAt: Date | null; expected: string | null }

/**
 * Computes the level from the later of two readings: one that the ledger took over, and one that was only compared. Of
 * the same second, the compared one is the later one: what the ledger takes over is recorded as compared, too.
 */
export function toLevelAtPos(stored: StoredLevel): LevelAtPos {
  const { tracked, pos_balance, read_level, read_at, observed_level, observed_at, observed_balance } = stored
  const balance = tracked ? pos_balance : null
  if (observed_level !== null && observed_at !== null && !(tracked && read_at !== null && read_at > observed_at)) {
    const movedSince = balance === null ? "0" : subtractBalances(balance, observed_balance ?? observed_level)
    return {
      read: observed_level,
      readAt: observed_at,
      expected: unlessEqual(addBalances(observed_level, movedSince), observed_level),
    }
  }
  if (tracked && read_level !== null && read_at !== null) {
    return { read: read_level, readAt: read_at, expected: balance === null ? null : unlessEqual(balance, read_level) }
  }
  return { read: null, readAt: null, expected: balance }
}

const unlessEqual = (expected: string, read: string) => (subtractBalances(expected, read) === "0" ? null : expected)

/**
 * Stock of a product on both sides, over the variants that have a level on both. Decimal text; null: unknown.
 * `read_at`: time of the oldest reading among them. `expected`: the POS's level including newer movements, if there are
 * any.
 */
type StockOfSides = {
  store: string | null
  pos: string | null
  read_at: Date | null
  expected: string | null
  /** true: the POS does not track the product */
  not_tracked: boolean
  /** true when at least one variant has different levels at the POS and in the store */
  differs: boolean
}

export function compareStock(variants: { store: string | null; pos: LevelAtPos }[], notTracked: boolean): StockOfSides {
  if (notTracked) {
    const store = sum(variants.map((variant) => variant.store))
    return { store, pos: null, read_at: null, expected: null, not_tracked: true, differs: false }
  }
  const levels = variants.map(({ store, pos }) => ({ store, pos, current: pos.expected ?? pos.read }))
  const common = levels.filter(({ store, current }) => store !== null && current !== null)
  const atPos = common.length > 0 ? common : levels.filter(({ current }) => current !== null)
  const inStore = common.length > 0 ? common : levels
  const hasExpected = atPos.some(({ pos }) => pos.expected !== null)
  const times = atPos.flatMap(({ pos }) => pos.readAt?.getTime() ?? [])
  return {
    store: sum(inStore.map(({ store }) => store)),
    // If any variant was never read, the sum would be a number that was never read at the POS.
    pos: atPos.every(({ pos }) => pos.read !== null) ? sum(atPos.map(({ pos }) => pos.read)) : null,
    read_at: times.length > 0 ? new Date(Math.min(...times)) : null,
    expected: hasExpected ? sum(atPos.map(({ current }) => current)) : null,
    not_tracked: false,
    differs: common.some(({ store, current }) => subtractBalances(store ?? "0", current ?? "0") !== "0"),
  }
}

function sum(quantities: (string | null)[]): string | null {
  const knownQuantities = quantities.filter((quantity) => quantity !== null)
  return knownQuantities.length > 0 ? BigNumber.sum(...knownQuantities).toFixed() : null
}
