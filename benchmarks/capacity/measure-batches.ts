import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import type { Purchase } from "../../src/pos-api/contract"
import { drainInbox } from "../../src/runtime/inbox"
import { drainOutbox } from "../../src/features/catalog/push"
import { reportedBy } from "../mirror/handled"
import { fillInbox, type MirrorStage } from "../mirror/stage"
import { lessOf, metered, perPiece } from "./metered"
import type { UnitCosts, Work } from "./unit-costs"

/** Batches of one and of many receipts, often enough that their time is known. */
const SMALL = { receipts: 1, times: 150 }
const LARGE = { receipts: 100, times: 8 }
const NOTHING = 200
const LOOKS = 50

export const RECEIPTS_OF_BATCHES = SMALL.receipts * SMALL.times + LARGE.receipts * LARGE.times

const NONE: Work = { shopMs: 0, databaseMs: 0, waitMs: 0 }

const add = (left: Work, right: Work): Work => ({
  shopMs: left.shopMs + right.shopMs,
  databaseMs: left.databaseMs + right.databaseMs,
  waitMs: left.waitMs + right.waitMs,
})

const writtenSchema = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })

/** What the database has written so far: rows, and the log of them. */
async function written({ knex }: MirrorStage) {
  const [row] = await sqlOn(knex)(
    writtenSchema,
    `SELECT tup_inserted + tup_updated + tup_deleted AS rows, pg_current_wal_insert_lsn() - '0/0' AS bytes
     FROM pg_stat_database, pg_stat_force_next_flush() WHERE datname = current_database()`
  )
  return row ?? { rows: NaN, bytes: NaN }
}

/** What a claim, a batch and each receipt of it take, by batches of one and of a hundred. */
export async function measureBatches(
  stage: MirrorStage,
  purchases: Purchase[]
): Promise<Pick<UnitCosts, "claim" | "outbox" | "batch" | "receipt" | "rowsWritten" | "walKilobytes">> {
  const { container, knex, connectionId } = stage
  let taken = 0
  const drains = async ({ receipts, times }: { receipts: number; times: number }) => {
    let sum = NONE
    for (let time = 0; time < times; time++) {
      await fillInbox(stage, reportedBy(stage, purchases.slice(taken, taken + receipts)))
      taken += receipts
      sum = add(sum, await metered(knex, async () => drainInbox(container, connectionId)))
    }
    return perPiece(sum, times)
  }
  const nothing = await metered(knex, async () => {
    for (let time = 0; time < NOTHING; time++) {
      await drainInbox(container, connectionId)
    }
  })
  const claim = perPiece(nothing, NOTHING)
  const looks = await metered(knex, async () => {
    for (let time = 0; time < LOOKS; time++) {
      await drainOutbox(container, connectionId)
    }
  })
  const small = await drains(SMALL)
  const before = await written(stage)
  const large = await drains(LARGE)
  const after = await written(stage)
  const receipt = perPiece(lessOf(large, small), LARGE.receipts - SMALL.receipts)
  const receipts = LARGE.receipts * LARGE.times
  return {
    claim,
    receipt,
    outbox: perPiece(looks, LOOKS),
    batch: lessOf(lessOf(small, receipt), claim, 2),
    rowsWritten: (after.rows - before.rows) / receipts,
    walKilobytes: (after.bytes - before.bytes) / 1_024 / receipts,
  }
}
