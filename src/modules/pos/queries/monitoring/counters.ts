import { z } from "@medusajs/framework/zod"
import { jsonText } from "../../database/json-text"
import { rawOf } from "../../database/big-number"
import { idRowSchema, type Sql } from "../../database/sql"

/** Adds what a process has counted, by series; in one order, so that two that write at once do not wait for each other. */
export async function addCounts(sql: Sql, counted: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...counted].map(([id, amount]) => ({ id, amount }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_counter AS known (id, amount, raw_amount)
     SELECT id, amount, ${rawOf("amount")} FROM json_to_recordset(?::json) AS counted(id text, amount numeric) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), amount = known.amount + excluded.amount,
       raw_amount = ${rawOf("known.amount + excluded.amount")}
     RETURNING id`,
    [jsonText(rows)]
  )
}

const counterSchema = z.object({ id: z.string(), amount: z.coerce.number() })

/** What all processes have counted, by series. */
export async function readCounters(sql: Sql): Promise<z.infer<typeof counterSchema>[]> {
  return sql(counterSchema, "SELECT id, amount FROM pos_counter ORDER BY id")
}
