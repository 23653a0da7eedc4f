import { writeHousekeeping } from "./database/housekeeping"
import type { Sql } from "./database/sql"

/** Another process held a lease longer than the maximum wait. */
export class LeaseTimeoutError extends Error {
  constructor(name: string, seconds: number) {
    super(`Could not take the lease "${name}": another process has held it for ${seconds} seconds. Try again.`)
    this.name = "LeaseTimeoutError"
  }
}

export type Lease = { name: string; token: string }

/** Takes a lease that no other process holds. @returns false when another process holds it */
export async function takeLease(sql: Sql, lease: Lease, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const written = await writeHousekeeping(
    sql,
    `INSERT INTO pos_lease AS known (name, token, ends_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at, updated_at = now()
       WHERE known.ends_at < ? OR known.token = excluded.token`,
    [lease.name, lease.token, until, now]
  )
  return written > 0
}

/** Extends a lease. @returns false when another process has taken it over */
export async function renewLease(sql: Sql, lease: Lease, until: Date): Promise<boolean> {
  const written = await writeHousekeeping(
    sql,
    "UPDATE pos_lease SET ends_at = ?, updated_at = now() WHERE name = ? AND token = ?",
    [until, lease.name, lease.token]
  )
  return written > 0
}

/** Releases a lease, so that others need not wait for it to expire. */
export async function endLease(sql: Sql, lease: Lease): Promise<void> {
  await writeHousekeeping(sql, "DELETE FROM pos_lease WHERE name = ? AND token = ?", [lease.name, lease.token])
}
