import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What PostgreSQL knows of the tables. */
export const STATES = ["grown since it was analysed", "never analysed", "analysed"] as const

/** PostgreSQL takes statistics of its own accord at moments of its own: not while plans are looked at. */
export async function restAutovacuum(knex: Knex, rest: boolean): Promise<void> {
  await knex.raw(rest ? "ALTER SYSTEM SET autovacuum = off" : "ALTER SYSTEM RESET autovacuum")
  await knex.raw("SELECT pg_reload_conf()")
}

/** Has PostgreSQL know of the tables what the state says; "grown" is what a seed in two parts has left. */
export async function knowAs(knex: Knex, state: (typeof STATES)[number]): Promise<void> {
  if (state === "analysed") {
    await knex.raw("ANALYZE")
  }
  if (state === "never analysed") {
    const ours = "SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')"
    await knex.raw(`DELETE FROM pg_statistic WHERE starelid IN (${ours})`)
    await knex.raw(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN (${ours})`)
  }
}
