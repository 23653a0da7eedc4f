import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../modules/pos/database/sql"

const relationSchema = z.object({ name: z.string(), valid: z.boolean() })

/** Which of these tables and indexes there are; an index whose making broke off is not valid. */
export async function findRelations(sql: Sql, names: string[]): Promise<z.infer<typeof relationSchema>[]> {
  return sql(
    relationSchema,
    `SELECT relation.relname AS name, coalesce(made.indisvalid, true) AS valid
     FROM pg_class AS relation LEFT JOIN pg_index AS made ON made.indexrelid = relation.oid
     WHERE relation.relname = ANY(?) AND relation.relnamespace = current_schema()::regnamespace`,
    [names]
  )
}

const serverSchema = z.object({ version: z.string(), now: z.date() })

/** What PostgreSQL says of itself. */
export async function readServer(sql: Sql): Promise<z.infer<typeof serverSchema> | null> {
  const [server] = await sql(
    serverSchema,
    "SELECT current_setting('server_version') AS version, clock_timestamp() AS now"
  )
  return server ?? null
}
