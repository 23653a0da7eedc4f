import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { type IssueKind, ISSUES, URGENCIES } from "../../contract/monitoring"
import { isTimeZone } from "../../contract/time"
import { findDeletedPlaces } from "../../medusa/deleted-places"
import { findPriceSources } from "../../medusa/prices"
import type { SchemaMismatch } from "../../medusa/schema-probe"
import { fetchPriceSources } from "../../medusa/services/fetch-prices"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { planByIndexes, type Sql } from "../../modules/pos/database/sql"
import { countStockDue } from "../../modules/pos/queue-policies"
import { openCatalog } from "../../runtime/catalog-access"
import { accessByArea, describeMismatches, type TableAccess, unknownTables } from "../../runtime/schema-compatibility"
import { NO_CONNECTION } from "../../runtime/webhook-rejections"
import { findDeletedSources, priceSourceIds } from "../catalog"
import { findStaleStreams } from "./freshness"
import { type Issue, listIssues as readStored } from "./issues"

/** Lists all issues of all connections, most urgent first, and those of one urgency from the oldest. */
export async function listIssues(container: MedusaContainer): Promise<Issue[]> {
  const pos = container.resolve(POS_MODULE)
  const mismatches = await unknownTables(container)
  const stored = await pos.query(readStored)
  const ofTables = await findTableIssues(container, mismatches)
  // If tables are incompatible, no further query is possible.
  if (mismatches.some(({ kind }) => kind === "statement")) {
    return sortByUrgency([...ofTables, ...stored])
  }
  const connections = await pos.listPosConnections({ state: ["active", "paused"] }, { take: null })
  return sortByUrgency([
    ...(await pos.query(findDeletedPlaces)),
    ...(await priceSourcesDeleted(container, connections)),
    ...ofTables,
    ...stored,
    ...(await staleStreams(container, connections)),
    ...(await timeZonesMissing(container, connections)),
  ])
}

/** Issues of deleted price lists or regions. Prices at the POS stay unchanged until the merchant chooses another. */
async function priceSourcesDeleted(container: MedusaContainer, connections: ConnectionRecord[]): Promise<Issue[]> {
  const pos = container.resolve(POS_MODULE)
  const ids = connections.map(priceSourceIds)
  const wanted = {
    priceListIds: ids.flatMap(({ priceListId }) => priceListId ?? []),
    regionIds: [...new Set(ids.map(({ regionId }) => regionId))],
  }
  const over = await openCatalog(container, async () => fetchPriceSources(container, wanted))
  const sources = await pos.query((sql) => findPriceSources(over(sql), wanted))
  return connections.flatMap((connection): Issue[] => {
    const deleted = findDeletedSources(connection, sources)
    return deleted.length === 0
      ? []
      : [
          {
            connection_id: connection.id,
            organization_name: connection.organization_name,
            kind: "price_source_deleted",
            count: deleted.length,
            reason: deleted.map(({ name }) => `‘${name}’`).join(", "),
            since: null,
          },
        ]
  })
}

/** Issues of streams that are older than their limit and have no other issue. */
async function staleStreams(container: MedusaContainer, connections: ConnectionRecord[]): Promise<Issue[]> {
  const stale = await findStaleStreams(container)
  return stale.flatMap(({ connection_id, kind, reason, since }) =>
    connections
      .filter(({ id }) => id === connection_id)
      .map(({ organization_name }) => ({ connection_id, organization_name, kind, count: 1, reason, since }))
  )
}

/**
 * Issues of connections without a time zone. Their reports and accounting use UTC days until the merchant chooses one
 * or the POS names one.
 */
async function timeZonesMissing(container: MedusaContainer, connections: ConnectionRecord[]): Promise<Issue[]> {
  const kind = "time_zone_missing" as const
  const missing = connections.filter(({ time_zone }) => time_zone === null || !isTimeZone(time_zone))
  if (missing.length === 0) {
    return []
  }
  const raised = await container.resolve(POS_MODULE).listPosAlerts({ kind, ended_at: null }, { take: null })
  return missing.map(({ id, organization_name, time_zone }) => ({
    connection_id: id,
    organization_name,
    kind,
    count: 1,
    reason: time_zone,
    since: raised.find(({ connection_id }) => connection_id === id)?.since ?? null,
  }))
}

/**
 * Issues of Medusa's tables that this version does not know: areas that are paused, and areas that Medusa's services
 * write. They concern the whole store, and are reported for each connection because its work is slower or waits.
 */
async function findTableIssues(container: MedusaContainer, mismatches: SchemaMismatch[]): Promise<Issue[]> {
  if (mismatches.length === 0) {
    return []
  }
  const pos = container.resolve(POS_MODULE)
  const access = await accessByArea(container)
  const reasonWhere = (wanted: TableAccess) =>
    describeMismatches(
      mismatches.flatMap((mismatch) => {
        const areas = mismatch.areas.filter((area) => access[area] === wanted)
        return areas.length === 0 ? [] : [{ name: mismatch.name, reason: mismatch.reason, kind: mismatch.kind, areas }]
      })
    )
  const kinds = [
    { kind: "tables_unknown" as const, reason: reasonWhere("paused") },
    { kind: "tables_by_services" as const, reason: reasonWhere("services") },
  ].filter(({ reason }) => reason !== "")
  const connections = await pos.listPosConnections({ state: "active" }, { take: null })
  const raised = await pos.listPosAlerts({ kind: kinds.map(({ kind }) => kind), ended_at: null }, { take: null })
  return kinds.flatMap(({ kind, reason }) =>
    connections.map(({ id, organization_name }) => ({
      connection_id: id,
      organization_name,
      kind,
      count: 1,
      reason,
      since: raised.find((alert) => alert.connection_id === id && alert.kind === kind)?.since ?? null,
    }))
  )
}

/**
 * Reads a connection's health with index scans. PostgreSQL cannot estimate the number of entries since a moment and
 * would otherwise scan those of years.
 * @param since from when an entry counts as received today
 */
export async function readConnectionHealth(
  container: MedusaContainer,
  connectionId: string,
  since: Date
): Promise<ConnectionHealth | null> {
  return container.resolve(POS_MODULE).transaction(async (sql) => {
    await planByIndexes(sql)
    return readHealth(sql, connectionId, since)
  })
}

/**
 * Sorts issues by urgency, and those of one urgency by since when they exist: the oldest first, and those that were never
 * checked last. Equal issues keep their order.
 */
export function sortByUrgency<Found extends { kind: IssueKind; since: Date | null }>(issues: Found[]): Found[] {
  return [...issues].sort((left, right) => rank(left) - rank(right) || beginning(left) - beginning(right))
}

const rank = ({ kind }: { kind: IssueKind }) => URGENCIES.indexOf(ISSUES[kind].urgency)

const beginning = ({ since }: { since: Date | null }) => since?.getTime() ?? Number.MAX_SAFE_INTEGER

const dateSchema = z.date().nullable()

const healthSchema = z.object({
  subscription_status: z.string().nullable(),
  subscription_destination: z.string().nullable(),
  inbox_pending: z.coerce.number(),
  inbox_dead: z.coerce.number(),
  inbox_received_today: z.coerce.number(),
  inbox_oldest_pending_at: dateSchema,
  last_notification_at: dateSchema,
  last_polled_at: dateSchema,
  products_due: z.coerce.number(),
  stock_due: z.coerce.number(),
  stock_errors: z.coerce.number(),
  last_receipt_at: dateSchema,
  refused_notifications: z.coerce.number(),
  refused_since: dateSchema,
  last_refused_at: dateSchema,
  unaddressed_notifications: z.coerce.number(),
  unaddressed_since: dateSchema,
})

/** Health of a connection's queues and subscription, read in one statement. */
type ConnectionHealth = z.infer<typeof healthSchema>

/** SQL condition: the variant's product is still linked. Further conditions can be added with `AND`. */
const IS_LINKED =
  "EXISTS (SELECT 1 FROM pos_product_link AS product WHERE product.id = variant.product_link_id AND product.deleted_at IS NULL OFFSET 0)"

/**
 * Reads a connection's backlog and last events, by indexes instead of full scans.
 * @param since from when an entry counts as received today
 */
export async function readHealth(sql: Sql, connectionId: string, since: Date): Promise<ConnectionHealth | null> {
  const [health] = await sql(
    healthSchema,
    `SELECT subscription.status AS subscription_status, subscription.destination AS subscription_destination,
            waiting.*, dead.*, today.*, polled.*, products.*, stock.*, refused.*, receipts.*,
            coalesce(refusal.notifications, 0) AS refused_notifications,
            refusal.since AS refused_since, refusal.last_at AS last_refused_at,
            coalesce(unaddressed.notifications, 0) AS unaddressed_notifications, unaddressed.since AS unaddressed_since
     FROM pos_connection AS connection
     LEFT JOIN pos_subscription AS subscription
       ON subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
     LEFT JOIN pos_webhook_rejection AS refusal ON refusal.id = connection.id
     LEFT JOIN pos_webhook_rejection AS unaddressed ON unaddressed.id = ?
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_pending, min(created_at) AS inbox_oldest_pending_at,
              greatest(max(created_at) FILTER (WHERE source = 'webhook'), connection.last_notification_at)
                AS last_notification_at
       FROM pos_inbox_entry WHERE connection_id = connection.id AND state = 'pending' AND deleted_at IS NULL
     ) AS waiting
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_dead FROM pos_inbox_entry
       WHERE connection_id = connection.id AND state = 'dead' AND deleted_at IS NULL
     ) AS dead
     CROSS JOIN LATERAL (
       SELECT count(*) AS inbox_received_today FROM pos_inbox_entry
       WHERE connection_id = connection.id AND deleted_at IS NULL AND created_at >= ? AND sequence > coalesce((
         SELECT before.sequence FROM pos_inbox_entry AS before
         WHERE before.connection_id = connection.id AND before.created_at < ? AND before.deleted_at IS NULL
         ORDER BY before.sequence DESC LIMIT 1), 0)
     ) AS today
     LEFT JOIN LATERAL (
       SELECT created_at AS last_polled_at FROM pos_inbox_entry
       WHERE connection_id = connection.id AND source = 'poll' AND deleted_at IS NULL ORDER BY sequence DESC LIMIT 1
     ) AS polled ON true
     CROSS JOIN LATERAL (
       SELECT count(*) AS products_due FROM pos_product_link
       WHERE connection_id = connection.id AND revision > pushed_revision AND deleted_at IS NULL
     ) AS products
     CROSS JOIN LATERAL (SELECT ${countStockDue("variant.connection_id = connection.id")} AS stock_due) AS stock
     CROSS JOIN LATERAL (
       SELECT count(*) AS stock_errors FROM pos_variant_link AS variant
       WHERE variant.connection_id = connection.id AND variant.stock_error IS NOT NULL AND variant.deleted_at IS NULL
         AND ${IS_LINKED}
     ) AS refused
     CROSS JOIN LATERAL (
       SELECT max(sold_at) AS last_receipt_at FROM pos_receipt
       WHERE connection_id = connection.id AND deleted_at IS NULL
     ) AS receipts
     WHERE connection.id = ? AND connection.deleted_at IS NULL`,
    [NO_CONNECTION, since, since, connectionId]
  )
  return health ?? null
}
