import type { MedusaContainer } from "@medusajs/framework/types"
import { findUnchangedProducts, type ProductRow, type ProductsQuery, readProductRows } from "../medusa/catalog"
import { type Affected, findAffected, findChangedSince } from "../medusa/changed-products"
import { findTaxRegion, type TaxRegion } from "../medusa/prices"
import { type ProductIdentity, readIdentities } from "../medusa/product-lookups"
import { type CatalogRows, overCatalogRows } from "../medusa/services/catalog-records"
import { fetchProducts, splitByVariants } from "../medusa/services/fetch-products"
import { fetchTaxRegions } from "../medusa/services/fetch-prices"
import { findAffectedByServices } from "../medusa/services/find-affected"
import { findChangedByServices } from "../medusa/services/find-changed-since"
import { fetchIdentities } from "../medusa/services/find-products"
import { POS_MODULE } from "../modules/pos"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import type { Sql } from "../modules/pos/database/sql"
import { getTableAccess } from "./schema-compatibility"

/** Returns whether Medusa's services deliver products, prices and taxes, because SQL cannot read their tables. */
export async function isCatalogByServices(container: MedusaContainer): Promise<boolean> {
  return (await getTableAccess(container, "catalog")) === "services"
}

/** Runs the queries of the catalog: on Medusa's tables, or over rows that Medusa's services delivered. */
export type CatalogAccess = (sql: Sql) => Sql

/**
 * Returns the access to some rows of the catalog, for queries that are about to run. No transaction is open while
 * services fetch the rows.
 * @param fetch fetches the rows that the queries need; called only where SQL cannot read Medusa's tables
 */
export async function openCatalog(
  container: MedusaContainer,
  fetch: () => Promise<CatalogRows>
): Promise<CatalogAccess> {
  if (!(await isCatalogByServices(container))) {
    return (sql) => sql
  }
  const rows = await fetch()
  return (sql) => overCatalogRows(sql, rows)
}

/** Runs a query on products, a part of them at a time where services deliver them. */
async function readInParts<Row>(
  container: MedusaContainer,
  query: ProductsQuery,
  read: (sql: Sql, query: ProductsQuery) => Promise<Row[]>
): Promise<Row[]> {
  const pos = container.resolve(POS_MODULE)
  if (!(await isCatalogByServices(container))) {
    return pos.bulk(query.productIds.length, (sql) => read(sql, query))
  }
  const foundRows: Row[] = []
  for (const productIds of await splitByVariants(container, query.productIds)) {
    const part = { ...query, productIds }
    const rows = await fetchProducts(container, part)
    foundRows.push(...(await pos.bulk(productIds.length, (sql) => read(overCatalogRows(sql, rows), part))))
  }
  return foundRows
}

/** Reads products with everything that the POS shows of them. @see readProductRows */
export async function readProductsOf(container: MedusaContainer, query: ProductsQuery): Promise<ProductRow[]> {
  return readInParts(container, query, readProductRows)
}

/** Finds products of a connection whose content has not changed since their last push. @see findUnchangedProducts */
export async function readUnchanged(
  container: MedusaContainer,
  connectionId: string,
  query: ProductsQuery
): Promise<string[]> {
  return readInParts(container, query, async (sql, part) => findUnchangedProducts(sql, connectionId, part))
}

/** Finds the tax region of a connection. @see findTaxRegion */
export async function readTaxRegion(
  container: MedusaContainer,
  connection: Pick<ConnectionRecord, "country_code" | "region_id">
): Promise<TaxRegion | null> {
  const over = await openCatalog(container, async () => fetchTaxRegions(container, connection))
  return container.resolve(POS_MODULE).query((sql) => findTaxRegion(over(sql), connection))
}

/** Reads what distinguishes products. @see readIdentities */
export async function readIdentitiesOf(container: MedusaContainer, productIds: string[]): Promise<ProductIdentity[]> {
  const over = await openCatalog(container, async () => fetchIdentities(container, productIds))
  return container.resolve(POS_MODULE).query((sql) => readIdentities(over(sql), productIds))
}

/** Finds the products behind IDs of any changed rows. @see findAffected */
export async function readAffected(container: MedusaContainer, ids: string[]): Promise<Affected> {
  const pos = container.resolve(POS_MODULE)
  return (await isCatalogByServices(container))
    ? findAffectedByServices(container, ids, await pos.now())
    : pos.query((sql) => findAffected(sql, ids))
}

/** Finds products that changed after a moment. @see findChangedSince */
export async function readChangedSince(container: MedusaContainer, since: Date): Promise<Affected> {
  const pos = container.resolve(POS_MODULE)
  return (await isCatalogByServices(container))
    ? findChangedByServices(container, since, await pos.now())
    : pos.query((sql) => findChangedSince(sql, since))
}
