import { z } from "@medusajs/framework/zod"
import type { Sql } from "./sql"

/**
 * Waits for a lock of PostgreSQL, which ends with the transaction that it is taken in.
 * Why SQL: Medusa's locking module locks within one process unless the shop has set up more.
 */
export async function lockInTransaction(sql: Sql, name: string): Promise<void> {
  await sql(z.unknown(), "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))::text", [name])
}
