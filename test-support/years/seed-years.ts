import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CatalogRange, insertCatalog } from "../seed-catalog"
import type { BenchmarkStore } from "../seed-benchmark-store"
import { insertStock } from "../seed-stock"
import { DAYS, seedHistory } from "./seed-history"
import { seedLinks } from "./seed-links"
import { seedMovements } from "./seed-movements"
import { seedOrders } from "./seed-orders"
import { seedSales } from "./seed-sales"
import { seedWebOrders } from "./seed-web-orders"

/** What three years have left with a busy merchant. */
export type YearsSize = {
  products: number
  receipts: number
  movements: number
  /** the last of so many days are written; else all of them */
  days?: number
  /** the day before the first of all, ISO */
  since?: string
}

/** Of so many parts the first is written before statistics are taken of it. */
const FIRST_PART = 50

/**
 * Three years of a store with a POS, by SQL: catalog, links, stock, receipts with their orders and orders of the
 * web beside them, the account, and the ledger.
 * @param between called when a fiftieth stands, as it was when the store was new
 */
export async function seedYears(
  knex: Knex,
  shop: BenchmarkStore,
  connectionId: string,
  size: YearsSize,
  between: () => Promise<unknown> = async () => undefined
): Promise<void> {
  const days = size.days ?? DAYS
  const history = { perDay: Math.ceil(size.receipts / days), since: size.since }
  const first = (all: number) => Math.ceil(all / FIRST_PART)
  const [products, part, movements] = [first(size.products), first(days), first(size.movements)]
  const begun = DAYS - days
  const write = async (range: CatalogRange, firstDay: number, lastDay: number, moved: CatalogRange) => {
    await insertCatalog(knex, shop, range)
    await insertStock(knex, shop.stockLocationId, 100)
    await seedLinks(knex, connectionId, range)
    await seedHistory(knex, connectionId, { ...history, firstDay, days: lastDay - firstDay + 1, products: range.to })
    await seedSales(knex, connectionId, range.to)
    await seedOrders(knex, connectionId)
    await seedWebOrders(knex, connectionId)
    await seedMovements(knex, connectionId, { ...moved, of: size.movements, products: range.to })
  }
  await write({ from: 1, to: products }, begun + 1, begun + part, { from: 1, to: movements })
  await between()
  await write({ from: products + 1, to: size.products }, begun + part + 1, DAYS, {
    from: movements + 1,
    to: size.movements,
  })
}
