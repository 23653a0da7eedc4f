import { readFileSync } from "node:fs"
import { performance } from "node:perf_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import type { Work } from "./unit-costs"

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10

const USER_TIME = 11
const SYSTEM_TIME = 12

/** The processor time of the database's processes that serve this store: they stay as long as its pool holds them. */
async function databaseMs(knex: Knex): Promise<number> {
  const backends = await sqlOn(knex)(
    z.object({ pid: z.number() }),
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
  )
  return backends.reduce((sum, { pid }) => sum + ticksOf(pid) * TICK_MS, 0)
}

function ticksOf(pid: number): number {
  // The second field is the program's name in brackets, which may hold anything.
  const [, fields = ""] = /^.*\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
  const values = fields.split(" ").map(Number)
  return (values[USER_TIME] ?? 0) + (values[SYSTEM_TIME] ?? 0)
}

/** What a piece of work takes of this process, of the database beside it, and of waiting. On Linux. */
export async function metered(knex: Knex, work: () => Promise<unknown>): Promise<Work> {
  const [before, database, started] = [process.cpuUsage(), await databaseMs(knex), performance.now()]
  await work()
  const wallMs = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  const shopMs = (user + system) / 1_000
  const spent = Math.max(0, (await databaseMs(knex)) - database)
  return { shopMs, databaseMs: spent, waitMs: Math.max(0, wallMs - shopMs - spent) }
}

/** Work, so many times over, in the mean. */
export const perPiece = ({ shopMs, databaseMs, waitMs }: Work, pieces: number): Work => ({
  shopMs: shopMs / pieces,
  databaseMs: databaseMs / pieces,
  waitMs: waitMs / pieces,
})

/** What one takes more than another; never less than nothing. */
export const lessOf = (left: Work, right: Work, times = 1): Work => ({
  shopMs: Math.max(0, left.shopMs - right.shopMs * times),
  databaseMs: Math.max(0, left.databaseMs - right.databaseMs * times),
  waitMs: Math.max(0, left.waitMs - right.waitMs * times),
})
