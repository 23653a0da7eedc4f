import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { Sql } from "../../../src/modules/pos/database/sql"
import { sqlOn } from "../../../src/modules/pos/database/sql-on"

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) reports it; only nodes that read a table have a relation. */
type PlanNode = {
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  "Shared Hit Blocks": number
  "Shared Read Blocks": number
  Plans?: PlanNode[]
}

const nodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Shared Hit Blocks": z.number(),
    "Shared Read Blocks": z.number(),
    Plans: z.array(nodeSchema).optional(),
  })
)
const planSchema = z.object({ rows: z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema })]) })]) })

type Query = (sql: Sql) => Promise<unknown>

/** What statements look at: rows of tables, each time that they do, and blocks of tables and indexes. */
export type Reading = { rows: number; blocks: number }

/** How many rows of tables the statements of a query look at. @see readingOf */
export async function rowsRead(knex: Knex, query: Query, plan?: Query): Promise<number> {
  return (await readingOf(knex, query, plan)).rows
}

/**
 * What the statements of a query look at; what is written is rolled back. An index that is gone through from end to end
 * shows in the blocks alone.
 * @param plan how they are planned where that is not as usual (database/sql.ts)
 */
export async function readingOf(knex: Knex, query: Query, plan?: Query): Promise<Reading> {
  const reading = { rows: 0, blocks: 0 }
  const transaction = await knex.transaction()
  await plan?.(sqlOn(transaction))
  await query(async (row, statement, bindings = []) => {
    await transaction.raw("SAVEPOINT before_explain")
    const explained = await transaction.raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, bindings)
    const plan = planSchema.parse(explained).rows[0]["QUERY PLAN"][0].Plan
    reading.rows += rowsOf(plan)
    reading.blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    await transaction.raw("ROLLBACK TO SAVEPOINT before_explain")
    return sqlOn(transaction)(row, statement, bindings)
  }).finally(() => transaction.rollback())
  return reading
}

function rowsOf(node: PlanNode): number {
  const own = node["Relation Name"]
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}
