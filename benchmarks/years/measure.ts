import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { POS_MODULE } from "../../src/modules/pos"
import { DAYS } from "../../test-support/years/seed-history"
import { seedYears } from "../../test-support/years/seed-years"
import { receiptsPerSecond, stockPerSecond } from "../mirror/handled"
import { openMirrorStage } from "../mirror/stage"
import { percentile } from "../measure"
import { editTimes } from "../push/edits"
import { type Measurement, runMeasurement } from "../run-measurement"
import { answerTimes } from "./lists"

/** Of a busy merchant: so many receipts a day, so that a week has as many whatever the years are. */
const PER_DAY = 500

/** Those that are made at the POS come behind those of the years. */
const FIRST_MADE = 1_000_001

const RECEIPTS = 2_100
const BATCH = 100
const EDITS = 30
const DAY_MS = 86_400_000

/** Edits are measured after the minute's sweep has looked for changes, and none may take the seed for one. */
const NOT_AUDITED = "prod_~"

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** A store with as many receipts as the command line says, the account and the ledger that go with them, and the same work. */
const measure: Measurement = async (container, receipts) => {
  const stage = await openMirrorStage(container, FIRST_MADE)
  const { knex, shop, connectionId, posDriver } = stage
  const pos = container.resolve(POS_MODULE)
  const sql = sqlOn(knex)
  const bytes = async () => {
    const [row] = await sql(
      z.object({ size: z.coerce.number() }),
      "SELECT pg_database_size(current_database()) AS size"
    )
    return row?.size ?? NaN
  }
  await pos.updatePosConnections({ id: connectionId, push_held: true })
  const before = await bytes()
  const now = Date.now()
  await seedYears(knex, shop, connectionId, {
    products: receipts / 5,
    receipts,
    movements: receipts * 4,
    days: Math.ceil(receipts / PER_DAY),
    since: isoDay(now - (DAYS + 1) * DAY_MS),
  })
  await knex.raw("VACUUM ANALYZE")
  const megabytes = ((await bytes()) - before) / 1_048_576
  await posDriver.seed({ products: 0, purchases: RECEIPTS, days: 1, refundShare: 0 })
  const purchases = await posDriver.purchases()
  const batches: number[] = []
  const moved: number[] = []
  for (let first = 0; first < RECEIPTS; first += BATCH) {
    batches.push(BATCH / (await receiptsPerSecond(stage, purchases.slice(first, first + BATCH))))
    moved.push(BATCH / (await stockPerSecond(stage, BATCH)))
  }
  const [of] = await sql(
    z.object({ order: z.string(), variant: z.string() }),
    `SELECT (SELECT order_id FROM pos_receipt WHERE connection_id = ? AND order_id IS NOT NULL
             ORDER BY sold_at DESC LIMIT 1) AS "order",
            (SELECT variant_id FROM pos_variant_link WHERE id = 'posvlink_00000002') AS variant`,
    [connectionId]
  )
  const ids = { connection: connectionId, order: of?.order ?? "", variant: of?.variant ?? "" }
  const { lists, years } = await answerTimes(container, ids, {
    day: isoDay(now - 2 * DAY_MS),
    week: isoDay(now - 9 * DAY_MS),
  })
  await pos.updatePosConnections({
    id: connectionId,
    push_held: false,
    swept_at: new Date(Date.now() + 2 * 60_000),
    audit_cursor: NOT_AUDITED,
  })
  const edits = await editTimes(container, connectionId, { edits: EDITS })
  // The first batch of each compiles code.
  return {
    receipts,
    megabytes,
    receipts_p95_s: percentile(batches.slice(1), 0.95),
    stock_p95_s: percentile(moved.slice(1), 0.95),
    edit_p95_ms: percentile(edits.slice(2), 0.95),
    receipts_per_second: BATCH / percentile(batches.slice(1), 0.5),
    stock_per_second: BATCH / percentile(moved.slice(1), 0.5),
    ...Object.fromEntries(Object.entries(lists).map(([name, ms]) => [`list ${name}`, ms])),
    ...Object.fromEntries(Object.entries(years).map(([name, ms]) => [`year ${name}`, ms])),
  }
}

runMeasurement(measure)
