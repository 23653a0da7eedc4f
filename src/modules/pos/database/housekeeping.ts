import { z } from "zod"
import type { Sql, SqlBindings } from "./sql"

/**
 * Column for the RETURNING of a statement that is only housekeeping, such as when a job was started: the transaction that
 * wrote. Only for a statement that is a transaction of its own.
 */
export const OWN_WRITE = "pg_current_xact_id()::text AS own_write"

/** A row with {@link OWN_WRITE}. */
export const ownWriteSchema = z.object({ own_write: z.string() })

/** How many transactions are remembered; older ones count as changes. */
const REMEMBERED = 10_000

/** Transactions of this process that were only housekeeping, oldest first. */
const ownTables = new Set<string>()

/** Remembers the transactions of rows that a statement with {@link OWN_WRITE} returned. */
export function noteOwnWrites(rows: z.infer<typeof ownWriteSchema>[]): void {
  for (const { own_write } of rows) {
    ownTables.add(own_write)
  }
  for (const oldest of ownTables) {
    if (ownTables.size <= REMEMBERED) {
      return
    }
    ownTables.delete(oldest)
  }
}

/**
 * Runs a statement that is only housekeeping, as a transaction of its own.
 * @param statement without RETURNING
 * @returns how many rows it wrote
 */
export async function writeHousekeeping(sql: Sql, statement: string, bindings: SqlBindings): Promise<number> {
  const rows = await sql(ownWriteSchema, `${statement} RETURNING ${OWN_WRITE}`, bindings)
  noteOwnWrites(rows)
  return rows.length
}

/** SQL of a text from which {@link parseSnapshot} reads what a statement sees. */
export const SNAPSHOT = "pg_current_snapshot()::text || '@' || pg_postmaster_start_time()::text"

/** What a statement sees: all transactions before `next` but the running ones. `server` names the start of PostgreSQL. */
export type Snapshot = { next: bigint; running: ReadonlySet<bigint>; server: string }

/** Parses the text of {@link SNAPSHOT}: "xmin:xmax:running,running@start". */
export function parseSnapshot(text: string): Snapshot {
  const [seen = "", server = ""] = text.split("@")
  const [, next = "0", running = ""] = seen.split(":")
  return { next: BigInt(next), running: new Set(running.split(",").filter(Boolean).map(BigInt)), server }
}

/**
 * Returns true when nothing was committed between two snapshots but housekeeping of this process. It is exact: any
 * other transaction in any database of the server, one that was rolled back, or a restart counts as a change.
 */
export function isUnchanged(before: Snapshot, after: Snapshot): boolean {
  if (before.server !== after.server || after.next < before.next || after.next - before.next > REMEMBERED) {
    return false
  }
  const isNoChange = (transaction: bigint) => after.running.has(transaction) || ownTables.has(String(transaction))
  const sequenceNumbers = Array.from(
    { length: Number(after.next - before.next) },
    (_none, index) => before.next + BigInt(index)
  )
  return [...before.running, ...sequenceNumbers].every(isNoChange)
}

/** SQL aggregate over the rows of a table: a text that differs once any of them was inserted, updated or deleted. */
export const ROWS_VERSION = "count(*) || ':' || coalesce(sum(hashtext(xmin::text)::bigint), 0)"
