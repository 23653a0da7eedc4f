import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { buildMigrationScript } from "@medusajs/framework/utils"
import { z } from "zod"
import type { UpgradeFixture } from "./upgrade-fixture"
import { MIGRATIONS_FOLDER, OUR_MIGRATIONS, statementsOf } from "./our-migrations"

const tablesSchema = z.looseObject({ rows: z.array(z.object({ tablename: z.string() })) })
const columnsSchema = z.looseObject({ rows: z.array(z.object({ column_name: z.string() })) })

/** Lists of migrations that Medusa keeps are about the tables, which are not put back. */
const ABOUT_TABLES = /migration/

/**
 * Makes the database that of a former shop: our tables as its version had made them, and all rows of then. Medusa's tables
 * stay as they are; a column that it has dropped since is left out.
 */
export async function restoreUpgradeFixture(knex: Knex, former: UpgradeFixture): Promise<void> {
  await knex.transaction(async (transaction) => {
    // Rows come table by table, before those that they refer to.
    await transaction.raw("SET LOCAL session_replication_role = replica")
    for (const table of await tablesOf(transaction)) {
      if (table.startsWith("pos_")) {
        await transaction.raw("DROP TABLE ?? CASCADE", [table])
      } else if (!ABOUT_TABLES.test(table)) {
        await transaction.raw("TRUNCATE ?? CASCADE", [table])
      }
    }
    await transaction("mikro_orm_migrations").whereIn("name", OUR_MIGRATIONS).delete()
    for (const name of former.migrations) {
      for (const statement of statementsOf(name)) {
        await transaction.raw(statement.replaceAll("?", "\\?"))
      }
      await transaction("mikro_orm_migrations").insert({ name, executed_at: new Date() })
    }
    const there = new Set(await tablesOf(transaction))
    for (const [table, rows] of Object.entries(former.tables)) {
      if (there.has(table) && !ABOUT_TABLES.test(table)) {
        await insert(transaction, table, rows)
      }
    }
    const sequences = Object.entries(former.sequences).filter(([sequence]) => !ABOUT_TABLES.test(sequence))
    for (const [sequence, value] of sequences) {
      await transaction.raw("SELECT setval(to_regclass(?), ?)", [`"${sequence}"`, value])
    }
  })
}

async function tablesOf(knex: Knex): Promise<string[]> {
  const { rows } = tablesSchema.parse(await knex.raw("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
  return rows.map(({ tablename }) => tablename)
}

async function insert(knex: Knex, table: string, rows: string[]): Promise<void> {
  const { rows: columns } = columnsSchema.parse(
    await knex.raw(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = ? AND is_generated = 'NEVER'
         AND column_name IN (SELECT jsonb_object_keys(?::jsonb))`,
      [table, rows[0] ?? "{}"]
    )
  )
  const names = columns.map(({ column_name }) => `"${column_name}"`).join(", ")
  await knex.raw(`INSERT INTO ?? (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::??, ?::jsonb)`, [
    table,
    table,
    `[${rows.join(",")}]`,
  ])
}

/** Runs those of our migrations that have not been run, as `medusa db:migrate` does; their names. */
export async function migrate(clientUrl: string): Promise<string[]> {
  const run = buildMigrationScript({ moduleName: "pos", pathToMigrations: MIGRATIONS_FOLDER })
  const migrated = await run({ options: { database: { clientUrl } } })
  return migrated.map(({ name }) => name)
}
