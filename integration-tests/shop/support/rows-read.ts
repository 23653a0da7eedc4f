import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"
import { planForMany, type Sql } from "../../../src/modules/pos/database/sql"
import { sqlOn } from "../../../src/modules/pos/database/sql-on"

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) tells it; only nodes that read a table have a relation. */
type PlanNode = {
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: PlanNode[]
}

const nodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(nodeSchema).optional(),
  })
)
const planSchema = z.object({ rows: z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema })]) })]) })

/**
 * How many rows of tables the statements of a query look at, each time that they do; what is written is rolled back.
 * @param isBulk whether they are planned as those of a bulk are (database/sql.ts)
 */
export async function rowsRead(knex: Knex, query: (sql: Sql) => Promise<unknown>, isBulk = false): Promise<number> {
  let rows = 0
  const transaction = await knex.transaction()
  if (isBulk) {
    await planForMany(sqlOn(transaction))
  }
  await query(async (row, statement, bindings = []) => {
    await transaction.raw("SAVEPOINT before_explain")
    const explained = await transaction.raw(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, bindings)
    rows += rowsOf(planSchema.parse(explained).rows[0]["QUERY PLAN"][0].Plan)
    await transaction.raw("ROLLBACK TO SAVEPOINT before_explain")
    return sqlOn(transaction)(row, statement, bindings)
  }).finally(() => transaction.rollback())
  return rows
}

function rowsOf(node: PlanNode): number {
  const own = node["Relation Name"]
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}
