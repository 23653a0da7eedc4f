import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { probeReachability } from "../../pos-api/client"

/**
 * Probes each address of the POS API once, regardless of how many connections use it, and records those that do not
 * answer. A store without calls detects an outage only by this.
 */
export async function checkReachability(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { addresses } = await pos.getOptions()
  const connected = await pos.listPosConnections({ state: ["active", "paused"] }, { take: 1, select: ["id"] })
  const urls = connected.length > 0 && addresses ? Object.values(addresses) : []
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const startedAt = await pos.now()
  const probed = await Promise.all(origins.map(async (address) => ({ address, ...(await probeReachability(address)) })))
  const silent = probed.flatMap((probe) =>
    probe.isReachable ? [] : [{ address: probe.address, reason: probe.reason }]
  )
  await pos.transaction((sql) => recordOutages(sql, silent, startedAt))
}

const addressSchema = z.object({ address: z.string() })

const outageSchema = z.object({ address: z.string(), since: z.date(), reason: z.string() })

/** An address of the POS API that does not answer. */
export type Outage = z.infer<typeof outageSchema>

/**
 * Records the current outages. A known outage keeps its beginning. All others are deleted, also those of addresses that
 * are no longer configured.
 */
async function recordOutages(sql: Sql, silent: { address: string; reason: string }[], now: Date): Promise<void> {
  const addresses = silent.map(({ address }) => address)
  await sql(addressSchema, "DELETE FROM pos_outage WHERE NOT address = ANY(?) RETURNING address", [addresses])
  if (silent.length === 0) {
    return
  }
  await sql(
    addressSchema,
    `INSERT INTO pos_outage AS known (address, since, reason)
     SELECT row.address, moment.at, row.reason
     FROM json_to_recordset(?::json) AS row(address text, reason text)
     CROSS JOIN (SELECT ?::timestamptz AS at) AS moment
     ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, updated_at = now()
     RETURNING known.address`,
    [jsonText(silent), now]
  )
}

/** Lists the addresses that do not answer, longest outage first. */
export async function listOutages(sql: Sql): Promise<Outage[]> {
  return sql(
    outageSchema,
    "SELECT address, since, reason FROM pos_outage WHERE deleted_at IS NULL ORDER BY since, address"
  )
}
