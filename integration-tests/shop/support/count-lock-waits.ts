import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Counts the connections to a store's database that wait for a lock. */
export async function countLockWaits(database: Knex): Promise<number> {
  const { rows } = await database.raw(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`
  )
  return rows[0].count
}
