import type { MedusaContainer } from "@medusajs/framework/types"
import { findDeletedPlaces } from "../../medusa-tables/connection/deleted-places"
import { POS_MODULE } from "../../modules/pos"
import { type Attention, readAttention as readStored } from "../../modules/pos/queries/attention/read-attention"
import { describeMismatches, unknownTables } from "../queue/known-tables"

/** Everything that needs a person's attention, over all connections, the most pressing first. */
export async function readAttention(container: MedusaContainer): Promise<Attention[]> {
  const mismatches = await unknownTables(container)
  const places = await deletedPlaces(container)
  const stored = await container.resolve(POS_MODULE).query(readStored)
  const tables = mismatches.length === 0 ? [] : await tablesUnknown(container, describeMismatches(mismatches))
  return [...tables, ...places, ...stored]
}

/** Locations and sales channels of connections that the store has deleted; the reason is their names. */
async function deletedPlaces(container: MedusaContainer): Promise<Attention[]> {
  const places = await container.resolve(POS_MODULE).query(findDeletedPlaces)
  return places.map(({ connection_id, organization_name, kind, names, count, since }) => ({
    connection_id,
    organization_name,
    kind,
    count,
    reason: names,
    since,
  }))
}

/** It holds for the whole shop, and is told of each connection, since that is whose work rests. */
async function tablesUnknown(container: MedusaContainer, reason: string): Promise<Attention[]> {
  const pos = container.resolve(POS_MODULE)
  const kind = "tables_unknown" as const
  const connections = await pos.listPosConnections({ state: "active" }, { take: null })
  const raised = await pos.listPosAlarms({ kind, ended_at: null }, { take: null })
  return connections.map(({ id, organization_name }) => ({
    ...{ connection_id: id, organization_name, kind, count: 1, reason },
    since: raised.find(({ connection_id }) => connection_id === id)?.since ?? null,
  }))
}
