import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { until } from "../../crash/crash-store"
import { expectNothingLeft } from "../../shop/support/mirror-invariants"
import type { ClusterStore } from "./cluster-store"
import { expectSameCatalog } from "./expect-same-catalog"

/** Longer than the POS waits before it tries again what did not reach the store, of the sandbox's clock. */
const RETRY_SECONDS = 120
const LONGEST_SECONDS = 180
const PAUSE_MS = 1_000

const rowsSchema = z.looseObject({ rows: z.array(z.unknown()) })

/** What is under way, as it stands in the database: for whoever looks into a run that went wrong. */
const UNDER_WAY = [
  `SELECT event_name, aggregate, state, reason, attempts, created_at, next_attempt_at, claimed_until
   FROM pos_inbox_entry WHERE connection_id = ? AND state IN ('pending', 'dead') LIMIT 5`,
  `SELECT * FROM pos_variant_link WHERE connection_id = ? AND stock_revision > stock_pushed_revision LIMIT 3`,
  `SELECT * FROM pos_stock_movement WHERE connection_id = ? AND state IN ('sending', 'unknown') LIMIT 3`,
  `SELECT * FROM pos_run WHERE connection_id = ? AND state = 'running'`,
]

async function rowsOf(shop: ClusterStore, statement: string): Promise<unknown[]> {
  return rowsSchema.parse(await shop.knex.raw(statement, [shop.connectionId])).rows
}

async function orReport(shop: ClusterStore, look: () => Promise<void>): Promise<void> {
  try {
    await until(look, LONGEST_SECONDS)
  } catch (error) {
    for (const statement of UNDER_WAY) {
      for (const row of await rowsOf(shop, statement)) {
        process.stderr.write(`${JSON.stringify(row)}\n`)
      }
    }
    throw error
  }
}

/** Waits until the store has dealt with all that it was reported. */
export async function untilHandled(shop: ClusterStore): Promise<void> {
  await orReport(shop, async () => expectNothingLeft(shop))
}

/** Waits until everything has arrived on both sides and nothing is under way any more. */
export async function untilQuiet(shop: ClusterStore): Promise<void> {
  await orReport(shop, async () => {
    await shop.posDriver.advance(RETRY_SECONDS)
    await sleep(PAUSE_MS)
    expect((await shop.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
    await expectNothingLeft(shop)
    expect(await rowsOf(shop, `SELECT kind FROM pos_run WHERE connection_id = ? AND state = 'running'`)).toEqual([])
    await expectSameCatalog(shop.knex, shop.posDriver, shop.connectionId)
  })
}
