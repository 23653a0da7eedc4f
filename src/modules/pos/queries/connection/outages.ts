import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"

const addressSchema = z.object({ address: z.string() })

const outageSchema = z.object({ address: z.string(), since: z.date(), reason: z.string() })

/** An address of the POS API that does not answer. */
export type Outage = z.infer<typeof outageSchema>

/**
 * Records which addresses do not answer now: an outage that was known keeps its beginning, and every other one is over,
 * also of an address that is no longer configured.
 */
export async function recordOutages(sql: Sql, silent: { address: string; reason: string }[], now: Date): Promise<void> {
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

/** Addresses that do not answer, the longest outage first. */
export async function listOutages(sql: Sql): Promise<Outage[]> {
  return sql(
    outageSchema,
    "SELECT address, since, reason FROM pos_outage WHERE deleted_at IS NULL ORDER BY since, address"
  )
}
