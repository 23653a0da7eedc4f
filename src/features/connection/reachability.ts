import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { countStockDue } from "../../modules/pos/queue-policies"
import { probeReachability } from "../../pos-api/client"

/** Milliseconds between two probes of an address. */
export const PROBE_INTERVAL_MS = 8_000

/**
 * Milliseconds for which a process keeps probing after it was called to check. Then it or another process is called
 * again.
 */
const CHECK_MS = 60_000

/** The check that this process keeps up: what it probes, and which outages it knows to be recorded. */
type Check = {
  origins: string[]
  recorded: ReadonlyMap<string, string>
  begunAt: number
  probedAt: number
  isProbing: boolean
}

let current: Check | null = null

const stateSchema = z.object({
  is_wanted: z.boolean(),
  recorded: z.record(z.string(), z.string()).nullable(),
})

/**
 * Probes each address of the POS API once, regardless of how many connections use it, and records those that do not
 * answer. A store without calls detects an outage only by this. A worker probes again every few seconds, see
 * {@link keepCheckingReachability}.
 */
export async function checkReachability(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { addresses } = await pos.getOptions()
  const [state] = await pos.query((sql) =>
    sql(
      stateSchema,
      `SELECT EXISTS (SELECT 1 FROM pos_connection WHERE state IN ('active', 'paused') AND deleted_at IS NULL) AS is_wanted,
         (SELECT json_object_agg(address, reason) FROM pos_outage) AS recorded`
    )
  )
  const urls = state?.is_wanted && addresses ? Object.values(addresses) : []
  current = {
    origins: [...new Set(urls.map((url) => new URL(url).origin))],
    recorded: new Map(Object.entries(state?.recorded ?? {})),
    begunAt: performance.now(),
    probedAt: -Infinity,
    isProbing: false,
  }
  await probe(container, current, performance.now())
}

/**
 * Probes again while the check that this process was called for is recent, at most every {@link PROBE_INTERVAL_MS}. The
 * database is used only when an address has stopped or resumed answering.
 * @param now reading of the monotonic clock in milliseconds
 */
export async function keepCheckingReachability(container: MedusaContainer, now = performance.now()): Promise<void> {
  const check = current
  const isDue =
    check !== null &&
    !check.isProbing &&
    now - check.begunAt < CHECK_MS &&
    now - check.probedAt >= PROBE_INTERVAL_MS &&
    check.origins.length > 0
  if (isDue) {
    await probe(container, check, now)
  }
}

async function probe(container: MedusaContainer, check: Check, now: number): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  check.isProbing = true
  check.probedAt = now
  try {
    const startedAt = await pos.now()
    const probed = await Promise.all(
      check.origins.map(async (address) => ({ address, ...(await probeReachability(address)) }))
    )
    const silent = probed.flatMap((result) =>
      result.isReachable ? [] : [{ address: result.address, reason: result.reason }]
    )
    const isRecorded =
      silent.length === check.recorded.size &&
      silent.every(({ address, reason }) => check.recorded.get(address) === reason)
    if (!isRecorded) {
      await pos.transaction((sql) => recordOutages(sql, silent, startedAt))
      check.recorded = new Map(silent.map(({ address, reason }) => [address, reason]))
    }
  } finally {
    check.isProbing = false
  }
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

const waitingSchema = z.object({ products: z.coerce.number(), variants: z.coerce.number() })

/** Counts what waits to be sent, of all connections: changed products, and variants whose stock changed. */
export async function countWaitingForPos(sql: Sql): Promise<z.infer<typeof waitingSchema>> {
  const [waiting] = await sql(
    waitingSchema,
    `SELECT coalesce(sum(due.products), 0) AS products, coalesce(sum(due.variants), 0) AS variants
     FROM pos_connection AS connection CROSS JOIN LATERAL (
       SELECT (
           SELECT count(*) FROM pos_product_link AS link
           WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND link.deleted_at IS NULL
         ) AS products,
         ${countStockDue("variant.connection_id = connection.id")} AS variants
       OFFSET 0) AS due
     WHERE connection.state IN ('active', 'paused') AND connection.deleted_at IS NULL`
  )
  return waiting ?? { products: 0, variants: 0 }
}
