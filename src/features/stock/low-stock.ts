import type { MedusaContainer } from "@medusajs/framework/types"
import type { DueLowStock } from "../../medusa/stock"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { lockVariantLinks } from "../../modules/pos/link-locks"
import type { PosModuleService } from "../../modules/pos/service"
import { PosNotFoundError, type ReadRow } from "../../pos-api/client"
import type { LowStock } from "../../pos-api/contract"
import { readDueLowStock } from "../../runtime/stock-access"
import { markStockDue } from "./outbox"
import { type PosLevel, lowStockIn } from "./pos-levels"
import { halving, type StockSender } from "./send-movements"
import { listTrackedLinks } from "./tracked-levels"

const PAGE_SIZE = 1_000

/**
 * Records the low-stock levels of the POS's rows. Where the store sets them, it marks variants as due whose level
 * changed in the store without an event, or was changed at the POS.
 */
export async function reviewLowStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  rows: ReadRow[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await storeLowStock(
    pos,
    connection,
    rows.map((row) => ({ variantUuid: row.variantUuid, lowStock: lowStockIn(row) }))
  )
  if (!sendsLowStock(connection)) {
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
    const due = await readDueLowStock(container, links)
    const variantIds = due.map(({ variant_id }) => variant_id)
    await pos.query((sql) => markStockDue(sql, variantIds))
  }
}

/** Maximum number of rows in one statement. */
const ROWS_AT_ONCE = 5_000

/** Records the low-stock levels that were read from the POS, unless the setting `low_stock` is `off`. */
export async function storeLowStock(
  pos: PosModuleService,
  connection: ConnectionRecord,
  read: { variantUuid: string; lowStock: PosLevel["lowStock"] }[]
): Promise<void> {
  if (getInboundSettings(connection).low_stock === "off") {
    return
  }
  const reported = read.flatMap(({ variantUuid, lowStock: level }) =>
    level === undefined ? [] : [{ variantUuid, level }]
  )
  for (let from = 0; from < reported.length; from += ROWS_AT_ONCE) {
    const some = reported.slice(from, from + ROWS_AT_ONCE)
    await pos.query((sql) => recordReadLowStock(sql, connection.id, some))
  }
}

/** The store was to send low-stock levels, and the POS has no route for them. */
export class NoLowStockError extends Error {
  constructor() {
    super(
      "The POS does not support low-stock levels, so they are not sent. Nothing else waits for them; choose the setting " +
        "again to try again."
    )
    this.name = "NoLowStockError"
  }
}

/** Whether the store sends low-stock levels, and the POS has not answered that it stores none. */
const sendsLowStock = (connection: ConnectionRecord): boolean =>
  getInboundSettings(connection).low_stock === "store" && connection.low_stock_unknown_at === null

/**
 * Sends the low-stock levels that the POS does not have yet, in one call. A call that is repeated, or made by two
 * processes, changes nothing, because it sets a level. A refused batch is halved until the refused variant is alone.
 * @returns the refused variants with the POS's reasons
 * @throws NoLowStockError when the POS API has no such route
 */
export async function sendLowStock(
  sender: StockSender,
  links: { id: string; variant_id: string }[]
): Promise<{ variantLinkId: string; reason: string }[]> {
  const { container, pos, inventory, inventories } = sender
  if (!sendsLowStock(sender.connection) || links.length === 0) {
    return []
  }
  const due = await readDueLowStock(container, links)
  if (due.length === 0) {
    return []
  }
  const recordSent = async (some: DueLowStock[]) => {
    await inventory.setLowStock(some.map((level) => toLowStock(level, inventories.STORE)))
    await pos.query((sql) =>
      recordSentLowStock(
        sql,
        some.map(({ id: linkId, level }) => ({ linkId, level }))
      )
    )
  }
  let isKnown: boolean | null = null
  const refused = await halving(due, async (some) => {
    try {
      await recordSent(some)
    } catch (error) {
      // A 404 is about a variant or about the route: this is checked once, before the batch is halved.
      isKnown ??= !(error instanceof PosNotFoundError) || (await inventory.keepsLowStock())
      if (!isKnown) {
        throw new NoLowStockError()
      }
      throw error
    }
  })
  return refused.map(({ item, reason }) => ({ variantLinkId: item.id, reason }))
}

const toLowStock = ({ product_uuid, variant_uuid, level }: DueLowStock, inventoryUuid: string): LowStock => ({
  inventoryUuid,
  productUuid: product_uuid,
  variantUuid: variant_uuid,
  lowStockLevel: level === null ? null : Number(level),
  lowStockAlert: level !== null,
})

/** Level from which on a variant is low, decimal text; null: none. */
export type SentLowStock = { linkId: string; level: string | null }

/** Records the low-stock levels that the POS has accepted. */
export async function recordSentLowStock(sql: Sql, sent: SentLowStock[]): Promise<void> {
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks("link.id = ANY(?)")})
     UPDATE pos_variant_link AS link SET low_stock_level = level, low_stock_sent = level, updated_at = now()
     FROM locked JOIN json_to_recordset(?::json) AS row(link_id text, level text) ON row.link_id = locked.id
     WHERE link.id = locked.id RETURNING link.id`,
    [sent.map(({ linkId }) => linkId), jsonText(sent.map(({ linkId, level }) => ({ link_id: linkId, level })))]
  )
}

/** Records the low-stock levels read from the POS where they changed; what the store sent last stays recorded. */
export async function recordReadLowStock(
  sql: Sql,
  connectionId: string,
  read: { variantUuid: string; level: string | null }[]
): Promise<void> {
  const rows = jsonText(read.map(({ variantUuid: variant_uuid, level }) => ({ variant_uuid, level })))
  await sql(
    idRowSchema,
    // OFFSET 0 makes PostgreSQL look up each row by index.
    `WITH other AS MATERIALIZED (
       SELECT found.id, row.level FROM json_to_recordset(?::json) AS row(variant_uuid text, level text) CROSS JOIN LATERAL (
         SELECT id FROM pos_variant_link
         WHERE variant_uuid = row.variant_uuid AND (connection_id = ?) IS TRUE AND deleted_at IS NULL
           AND low_stock_level IS DISTINCT FROM row.level OFFSET 0) AS found
     ), locked AS MATERIALIZED (${lockVariantLinks("link.id = ANY(ARRAY(SELECT id FROM other))")})
     UPDATE pos_variant_link AS link SET low_stock_level = level, updated_at = now()
     FROM locked JOIN other ON other.id = locked.id
     WHERE link.id = locked.id RETURNING link.id`,
    [rows, connectionId]
  )
}

/**
 * Clears the recorded low-stock levels of a connection, because they are no longer synced; the POS keeps what it has.
 */
export async function forgetLowStock(sql: Sql, connectionId: string): Promise<void> {
  await sql(
    idRowSchema,
    `WITH locked AS MATERIALIZED (${lockVariantLinks(
      "link.connection_id = ? AND (link.low_stock_level IS NOT NULL OR link.low_stock_sent IS NOT NULL)"
    )})
     UPDATE pos_variant_link AS link SET low_stock_level = NULL, low_stock_sent = NULL, updated_at = now()
     FROM locked WHERE link.id = locked.id RETURNING link.id`,
    [connectionId]
  )
}
