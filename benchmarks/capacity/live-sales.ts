import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { IncompleteMirrorError, type MirrorStage } from "../mirror/stage"
import { percentile } from "../measure"

const LOOK_MS = 200
const PATIENCE_MS = 60_000

const handledSchema = z.object({ delay: z.coerce.number(), reported: z.coerce.number() })

/** From the register to the order, in milliseconds, and of that the POS's own way until the webhook endpoint was called. */
export type LiveSales = { receipts: number; p50Ms: number; p99Ms: number; notifiedMs: number }

/**
 * Sells at moments of chance, so many a second in the mean, whether former sales are through or not.
 * @returns how long they took, by the moments that the POS and the store wrote down
 */
export async function sellLive(
  stage: MirrorStage,
  { seed, perSecond, seconds }: { seed: number; perSecond: number; seconds: number }
): Promise<LiveSales> {
  const random = new SeededRandom(seed)
  const since = new Date()
  const end = performance.now() + seconds * 1_000
  const sales: Promise<unknown>[] = []
  for (let due = performance.now(); due < end; due += (-Math.log(1 - random.next()) / perSecond) * 1_000) {
    await sleep(Math.max(0, due - performance.now()))
    const { variantUuid } = random.pick([stage.goods[0] ?? { variantUuid: "" }, ...stage.goods])
    sales.push(stage.posDriver.sell([{ variantUuid, quantity: 1 }]))
  }
  await Promise.all(sales)
  const rows = await untilHandled(stage, since, sales.length)
  const delays = rows.map(({ delay }) => delay)
  return {
    receipts: sales.length,
    p50Ms: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    notifiedMs: percentile(
      rows.map(({ reported }) => reported),
      0.5
    ),
  }
}

async function untilHandled({ knex, connectionId }: MirrorStage, since: Date, receipts: number) {
  for (const started = performance.now(); ; await sleep(LOOK_MS)) {
    const rows = await sqlOn(knex)(
      handledSchema,
      `SELECT extract(epoch FROM handled_at - message_timestamp::timestamptz) * 1000 AS delay,
              extract(epoch FROM created_at - message_timestamp::timestamptz) * 1000 AS reported
       FROM pos_inbox_entry
       WHERE connection_id = ? AND event_name = 'PurchaseCreated' AND state = 'done' AND created_at >= ?`,
      [connectionId, since]
    )
    if (rows.length >= receipts) {
      return rows
    }
    if (performance.now() - started > PATIENCE_MS) {
      throw new IncompleteMirrorError("Sales that the store has", rows.length, receipts)
    }
  }
}
