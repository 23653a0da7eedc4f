import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { eventually } from "./eventually"

/**
 * Ends every claim and every wait for another attempt of a connection's inbox and stock, as the passing of time does. Workers
 * write the same rows meanwhile; where the two lock them in different orders, PostgreSQL ends one, and this one tries again.
 */
export async function endWaits(database: Knex, connectionId: string): Promise<void> {
  await eventually(async () =>
    database.raw(
      `UPDATE pos_inbox_entry SET claimed_until = NULL, next_attempt_at = NULL
       WHERE connection_id = ? AND state = 'pending' AND (claimed_until IS NOT NULL OR next_attempt_at IS NOT NULL)`,
      [connectionId]
    )
  )
  await endStockWaits(database, connectionId)
}

/** As {@link endWaits}, of stock only; also closes the circuit breaker. */
export async function endStockWaits(database: Knex, connectionId: string): Promise<void> {
  await eventually(async () =>
    database.raw(
      `UPDATE pos_variant_link SET stock_claimed_until = NULL, stock_next_attempt_at = NULL
       WHERE connection_id = ? AND (stock_claimed_until IS NOT NULL OR stock_next_attempt_at IS NOT NULL)`,
      [connectionId]
    )
  )
  await database.raw(`UPDATE pos_connection SET circuit_open_until = NULL WHERE id = ?`, [connectionId])
}
