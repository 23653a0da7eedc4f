import type { MedusaContainer } from "@medusajs/framework/types"
import { findDueLowStock } from "../../medusa-tables/stock/find-due-low-stock"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import { listTrackedLinks } from "../../modules/pos/queries/stock/tracked-links"
import type { ReadRow } from "../../pos-api/client"
import { keepLowStock } from "./keep-low-stock"
import { lowStockIn } from "./read-counter-levels"
import { tellsLowStock } from "./tell-low-stock"

const PAGE_SIZE = 1_000

/**
 * Keeps from which levels on the counter's rows say that stock is low. Where the shop says so, what it said without an event
 * that told of it, and what somebody has changed at the counter since, is due to be told.
 */
export async function reviewLowStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  rows: ReadRow[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await keepLowStock(
    pos,
    connection,
    rows.map((row) => ({ variantUuid: row.variantUuid, lowStock: lowStockIn(row) }))
  )
  if (!tellsLowStock(connection)) {
    return
  }
  for (let last = ""; ;) {
    const page = { connectionId: connection.id, after: last, limit: PAGE_SIZE }
    const links = await pos.query((sql) => listTrackedLinks(sql, page))
    const next = links.at(-1)
    if (!next) {
      return
    }
    last = next.id
    const ids = links.map(({ id }) => id)
    const due = await pos.query((sql) => findDueLowStock(sql, ids))
    const variantIds = due.map(({ variant_id }) => variant_id)
    await pos.query((sql) => markStockDue(sql, variantIds))
  }
}
