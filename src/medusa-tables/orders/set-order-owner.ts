import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

export type OrderOwner = { id: string; customer_id: string | null; email: string | null }

/** Gives an order to a customer, or to nobody: Medusa's own step cannot take that back (2.21: it fails when it is undone). */
export async function setOrderOwner(sql: Sql, { id, customer_id, email }: OrderOwner, now: Date): Promise<void> {
  await sql(z.unknown(), `UPDATE "order" SET customer_id = ?, email = ?, updated_at = ? WHERE id = ? RETURNING id`, [
    ...[customer_id, email, now, id],
  ])
}
