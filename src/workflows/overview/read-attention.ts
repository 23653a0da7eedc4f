import type { MedusaContainer } from "@medusajs/framework/types"
import { findPriceSources } from "../../medusa-tables/catalogue/find-price-sources"
import { findDeletedPlaces } from "../../medusa-tables/connection/deleted-places"
import { POS_MODULE } from "../../modules/pos"
import { type Attention, readAttention as readStored } from "../../modules/pos/queries/attention/read-attention"
import { findDeletedSources, priceSourceIds } from "../push/price-sources"
import { describeMismatches, unknownTables } from "../queue/known-tables"

/** Everything that needs a person's attention, over all connections, the most pressing first. */
export async function readAttention(container: MedusaContainer): Promise<Attention[]> {
  const pos = container.resolve(POS_MODULE)
  const mismatches = await unknownTables(container)
  const stored = await pos.query(readStored)
  // Of tables that do not fit nothing more can be asked.
  return mismatches.length > 0
    ? [...(await tablesUnknown(container, describeMismatches(mismatches))), ...stored]
    : [...(await pos.query(findDeletedPlaces)), ...(await priceSourcesDeleted(container)), ...stored]
}

/** Prices at the POS stay as they are until the merchant chooses another price list or region. */
async function priceSourcesDeleted(container: MedusaContainer): Promise<Attention[]> {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({ state: ["active", "paused"] }, { take: null })
  const ids = connections.map(priceSourceIds)
  const sources = await pos.query((sql) =>
    findPriceSources(sql, {
      priceListIds: ids.flatMap(({ priceListId }) => priceListId ?? []),
      regionIds: [...new Set(ids.map(({ regionId }) => regionId))],
    })
  )
  return connections.flatMap((connection): Attention[] => {
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
