import { readFileSync } from "node:fs"
import path from "node:path"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { shopSuite } from "./support/shop-suite"

const FORMER = readFileSync(path.join(__dirname, "fixtures", "former-migrations.sql"), "utf8")

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** Everything that makes a schema's tables what they are; in no order of columns, which nothing depends on. */
const COLUMNS = `
  SELECT class.relname AS "table", attribute.attname AS "column", format_type(atttypid, atttypmod) AS type,
         attnotnull AS required, attstorage AS storage,
         replace(pg_get_expr(adbin, adrelid), ?, '') AS "default", array_to_string(reloptions, ',') AS options
  FROM pg_class AS class JOIN pg_attribute AS attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = class.oid AND adnum = attnum
  WHERE relnamespace = ?::regnamespace AND relkind = 'r' AND relname LIKE 'pos\\_%' ORDER BY 1, 2`
const INDEXES = `
  SELECT tablename AS "table", indexname AS name, replace(indexdef, ?, '') AS definition
  FROM pg_indexes WHERE schemaname = ? AND tablename LIKE 'pos\\_%' ORDER BY 1, 2`
const CONSTRAINTS = `
  SELECT conrelid::regclass::text LIKE ? AS here, class.relname AS "table", conname AS name,
         pg_get_constraintdef(con.oid) AS definition
  FROM pg_constraint AS con JOIN pg_class AS class ON class.oid = conrelid
  WHERE con.connamespace = ?::regnamespace AND class.relname LIKE 'pos\\_%' ORDER BY class.relname, conname`

async function tablesOf(knex: Knex | Knex.Transaction, schema: string) {
  const read = async (statement: string, prefix: string) => {
    const { rows } = rowsSchema.parse(await knex.raw(statement, [prefix, schema]))
    return rows.map(({ here, ...row }) => row)
  }
  return {
    columns: await read(COLUMNS, `${schema}.`),
    indexes: await read(INDEXES, `${schema}.`),
    constraints: await read(CONSTRAINTS, `${schema}.%`),
  }
}

shopSuite({
  moduleName: "one-migration",
  testSuite: ({ dbConnection }) => {
    it("makes the tables that the migrations before the first release made", async () => {
      const transaction = await dbConnection.transaction()
      try {
        await transaction.raw("CREATE SCHEMA former")
        await transaction.raw("SET LOCAL search_path TO former")
        await transaction.raw(FORMER.replace(/\?/g, "\\?"))
        const former = await tablesOf(transaction, "former")
        const present = await tablesOf(transaction, "public")
        expect(former.columns.length).toBeGreaterThan(200)
        expect(present.columns).toEqual(former.columns)
        expect(present.indexes).toEqual(former.indexes)
        expect(present.constraints).toEqual(former.constraints)
      } finally {
        await transaction.rollback()
      }
    })
  },
})
