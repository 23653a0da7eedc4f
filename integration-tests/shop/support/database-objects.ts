import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

const rowsSchema = z.looseObject({ rows: z.array(z.object({ kind: z.string(), definition: z.string() })) })

/** System schemas, and objects that belong to an extension. */
const OURS = `nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`

/** One query per kind of object that a module could leave in PostgreSQL. */
const QUERIES = [
  `SELECT 'schema' AS kind, nspname::text AS definition FROM pg_namespace WHERE ${OURS}`,
  `SELECT 'extension', extname::text FROM pg_extension`,
  `SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' ELSE 'relation ' || relkind::text END, relname::text
   FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE ${OURS} AND relkind NOT IN ('i', 'c')`,
  `SELECT 'column', format('%s.%s %s%s%s', table_name, column_name, data_type,
     CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END, coalesce(' DEFAULT ' || column_default, ''))
   FROM information_schema.columns WHERE table_schema = 'public'`,
  `SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'`,
  `SELECT 'constraint', format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
   FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace WHERE ${OURS}`,
  `SELECT 'trigger', pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT 'event trigger', evtname::text FROM pg_event_trigger`,
  `SELECT 'rule', definition FROM pg_rules WHERE schemaname = 'public'`,
  `SELECT 'policy', format('%s %s', tablename, policyname) FROM pg_policies`,
  `SELECT 'function', format('%s(%s)', proname, pg_get_function_identity_arguments(pg_proc.oid))
   FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE ${OURS}`,
  `SELECT 'type', typname::text FROM pg_type JOIN pg_namespace ON pg_namespace.oid = typnamespace WHERE ${OURS}`,
  `SELECT 'link table', table_name FROM link_module_migrations`,
  `SELECT 'migration', name FROM mikro_orm_migrations`,
]

/** Medusa gives `workflow_execution.run_id` a default that each migration computes. */
const COMPUTED_DEFAULT = /DEFAULT '[0-9A-Z]{26}'/

/** Names and definitions of all that migrations and a start create in a store's database, sorted. */
export async function readDatabaseObjects(knex: Knex): Promise<string[]> {
  const { rows } = rowsSchema.parse(await knex.raw(QUERIES.join("\nUNION ALL\n")))
  return rows
    .map(({ kind, definition }) => `${kind}: ${definition.replace(COMPUTED_DEFAULT, "DEFAULT 'computed'")}`)
    .sort()
}
