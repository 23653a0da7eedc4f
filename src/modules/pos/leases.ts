import { noteOwnWrites, OWN_WRITE, ownWriteSchema } from "./database/housekeeping"
import type { Sql } from "./database/sql"

export type Lease = { name: string; token: string }

/** Takes a lease that no other process holds. @returns false when another process holds it */
export async function takeLease(sql: Sql, lease: Lease, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const rows = await sql(
    ownWriteSchema,
    `INSERT INTO pos_lease AS known (name, token, ends_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at, updated_at = now()
       WHERE known.ends_at < ? OR known.token = excluded.token
     RETURNING ${OWN_WRITE}`,
    [lease.name, lease.token, until, now]
  )
  noteOwnWrites(rows)
  return rows.length > 0
}

/** Extends a lease. @returns false when another process has taken it over */
export async function renewLease(sql: Sql, lease: Lease, until: Date): Promise<boolean> {
  const rows = await sql(
    ownWriteSchema,
    `UPDATE pos_lease SET ends_at = ?, updated_at = now() WHERE name = ? AND token = ? RETURNING ${OWN_WRITE}`,
    [until, lease.name, lease.token]
  )
  noteOwnWrites(rows)
  return rows.length > 0
}

/** Releases a lease, so that others need not wait for it to expire. */
export async function endLease(sql: Sql, lease: Lease): Promise<void> {
  const rows = await sql(ownWriteSchema, `DELETE FROM pos_lease WHERE name = ? AND token = ? RETURNING ${OWN_WRITE}`, [
    lease.name,
    lease.token,
  ])
  noteOwnWrites(rows)
}
