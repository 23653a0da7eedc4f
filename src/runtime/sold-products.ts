import type { MedusaContainer } from "@medusajs/framework/types"
import { UNLISTED_REASONS } from "../contract/catalog"
import type { Selection } from "../contract/settings"
import { selectionCondition } from "../medusa/catalog"
import { findSellers, type Seller } from "../medusa/changed-products"
import { countSoldProducts, findPlannedProducts, findSoldProducts, soldLink } from "../medusa/product-lookups"
import { mergeRows, overCatalogRows } from "../medusa/services/catalog-records"
import { fetchSellable } from "../medusa/services/fetch-products"
import { fetchVariants, listProductPage } from "../medusa/services/find-products"
import { findUnlistedProducts, type UnlistedPage, type UnlistedQuery } from "../medusa/unlisted-products"
import { POS_MODULE } from "../modules/pos"
import { type Fragment, fragment } from "../modules/pos/database/page"
import { planByIndexes, type Sql } from "../modules/pos/database/sql"
import { isCatalogByServices, openCatalog } from "./catalog-access"

/** Number of products that services deliver at once. */
const PAGE_SIZE = 500

/** Which products are read page by page. `unpublished`: also drafts; `codes`: with their variants. */
type ReadProducts = {
  after: string
  among: string[] | null
  selection: Selection
  unpublished?: boolean
  codes?: boolean
}

/** Calls `read` for the store's products page by page, until it returns false. */
async function eachPage(
  container: MedusaContainer,
  { after, among, selection, unpublished = false, codes = false }: ReadProducts,
  read: (over: (sql: Sql) => Sql) => Promise<boolean>
): Promise<void> {
  for (let last: string | undefined = after; ;) {
    const page = await listProductPage(container, { after: last, among, limit: PAGE_SIZE, published: !unpublished })
    last = page.at(-1)
    if (last === undefined) {
      return
    }
    const sellable = await fetchSellable(container, page, new Set([selection.by]))
    const rows = codes ? mergeRows(sellable, await fetchVariants(container, page)) : sellable
    if (!(await read((sql) => overCatalogRows(sql, rows)))) {
      return
    }
  }
}

/** Which products of a connection are listed; `among` null: of all. */
export type SoldProductsQuery = {
  connectionId: string
  selection: Selection
  after: string
  limit: number
  among: string[] | null
  unlinked: boolean
}

/** Lists published products that a connection sells, page by page by ID. @see findSoldProducts */
export async function readSold(container: MedusaContainer, query: SoldProductsQuery): Promise<string[]> {
  const pos = container.resolve(POS_MODULE)
  const { connectionId, after, among, limit, unlinked } = query
  const selected = selectionCondition(query.selection)
  if (!(await isCatalogByServices(container))) {
    return pos.query((sql) => findSoldProducts(sql, { connectionId, selected, after, limit, among, unlinked }))
  }
  const productIds: string[] = []
  await eachPage(container, query, async (over) => {
    const search = { connectionId, selected, after, limit: limit - productIds.length, among: null, unlinked }
    productIds.push(...(await pos.query((sql) => findSoldProducts(over(sql), search))))
    return productIds.length < limit
  })
  return productIds
}

/** Counts the published products that a connection sells. @see countSoldProducts */
export async function countSold(
  container: MedusaContainer,
  connectionId: string,
  selection: Selection
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const selected = selectionCondition(selection)
  if (!(await isCatalogByServices(container))) {
    return pos.query((sql) => countSoldProducts(sql, { connectionId, selected }))
  }
  let count = 0
  await eachPage(container, { after: "", among: null, selection }, async (over) => {
    count += await pos.query((sql) => countSoldProducts(over(sql), { connectionId, selected }))
    return true
  })
  return count
}

/** Lists the products that a full sync would check, by ID. @see findPlannedProducts */
export async function readPlanned(
  container: MedusaContainer,
  query: { connectionId: string; selection: Selection; after: string; limit: number }
): Promise<string[]> {
  const { connectionId, selection, after, limit } = query
  const page = { connectionId, after, limit }
  const pos = container.resolve(POS_MODULE)
  if (!(await isCatalogByServices(container))) {
    return pos.query((sql) => findPlannedProducts(sql, { ...page, selected: selectionCondition(selection) }))
  }
  // Products that a person has included or excluded have a link, so that the query finds them by it.
  const sold = await readSold(container, { ...page, selection, among: null, unlinked: false })
  const rows = { product: sold.map((id) => ({ id, status: "published" })) }
  return pos.query((sql) => findPlannedProducts(overCatalogRows(sql, rows), { ...page, selected: fragment("true") }))
}

/**
 * Lists the products that are not at the POS of a connection, with the reason of each. Where services deliver the
 * products, all of them are read. @see findUnlistedProducts
 */
export async function readUnlisted(
  container: MedusaContainer,
  query: Omit<UnlistedQuery, "selected"> & { selection: Selection }
): Promise<UnlistedPage> {
  const pos = container.resolve(POS_MODULE)
  const { selection, limit, offset, ...wanted } = query
  const selected = selectionCondition(selection)
  if (!(await isCatalogByServices(container))) {
    return pos.query((sql) => findUnlistedProducts(sql, { ...wanted, selected, limit, offset }))
  }
  const listed: UnlistedPage = { products: [], counts: {} }
  let skipped = 0
  const read = { after: "", among: null, selection, unpublished: true, codes: wanted.q !== undefined }
  await eachPage(container, read, async (over) => {
    const { products, counts } = await pos.query((sql) =>
      findUnlistedProducts(over(sql), { ...wanted, selected, limit: PAGE_SIZE, offset: 0 })
    )
    const start = Math.max(0, offset - skipped)
    skipped += products.length
    listed.products.push(...products.slice(start, start + limit - listed.products.length))
    for (const reason of UNLISTED_REASONS) {
      listed.counts[reason] = (listed.counts[reason] ?? 0) + (counts[reason] ?? 0)
    }
    return true
  })
  return listed
}

/** Finds which connections sell products that they have no link for. @see findSellers */
export async function readSellers(container: MedusaContainer, sellers: Seller[], among: string[]) {
  const kinds = new Set(sellers.map(({ selection }) => selection.by))
  const over = await openCatalog(container, async () => fetchSellable(container, among, kinds))
  return container.resolve(POS_MODULE).transaction(async (sql) => {
    await planByIndexes(sql)
    return findSellers(over(sql), sellers, among)
  })
}

/** What a statement on links needs of the products they are of: see soldLink; `among` null: of all products. */
export type SoldLinks = { sold: Fragment; among: string[] | null }

/**
 * Runs a statement on the links of a connection that has to know whether it sells their products, a part of the links
 * at a time where services deliver the products.
 * @param input.count how many products it has, about
 * @returns the sum of the results
 */
export async function sumOverLinks(
  container: MedusaContainer,
  { connectionId, selection, count }: { connectionId: string; selection: Selection; count: number },
  run: (sql: Sql, links: SoldLinks) => Promise<number>
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const sold = soldLink(selectionCondition(selection))
  if (!(await isCatalogByServices(container))) {
    return pos.bulk(count, (sql) => run(sql, { sold, among: null }))
  }
  let sum = 0
  for (let after = ""; ;) {
    const links = await pos.listPosProductLinks(
      { connection_id: connectionId, product_id: { $gt: after } },
      { select: ["id", "product_id"], take: PAGE_SIZE, order: { product_id: "ASC" } }
    )
    const last = links.at(-1)
    if (last === undefined) {
      return sum
    }
    const among = links.map(({ product_id }) => product_id)
    const rows = await fetchSellable(container, among, new Set([selection.by]))
    sum += await pos.transaction((sql) => run(overCatalogRows(sql, rows), { sold, among }))
    after = last.product_id
  }
}
