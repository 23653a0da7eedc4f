import type { MedusaContainer } from "@medusajs/framework/types"
import { isTimeZone } from "../../contract/time"
import { findDeletedPlaces } from "../../medusa/deleted-places"
import { findPriceSources } from "../../medusa/prices"
import { fetchPriceSources } from "../../medusa/services/fetch-prices"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { planByIndexes } from "../../modules/pos/database/sql"
import type { SchemaMismatch } from "../../medusa/schema-probe"
import { openCatalog } from "../../runtime/catalog-access"
import { accessByArea, describeMismatches, type TableAccess, unknownTables } from "../../runtime/schema-compatibility"
import { findDeletedSources, priceSourceIds } from "../catalog"
import { type ConnectionHealth, readHealth } from "../connection"
import { findStaleStreams } from "./freshness"
import { type Issue, listIssues as readStored } from "./issues"
import { type IssueKind, ISSUES, URGENCIES } from "../../contract/monitoring"

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
