import { z } from "zod"
import { isSum, type Measure, MEASURES } from "../../contract/reports"
import type { Fragment } from "./database/page"
import type { Sql } from "./database/sql"

/** Days of the organization, both inclusive, as ISO dates, and the days that they are compared with. */
export type ReportPeriod = { from: string; to: string; before: { from: string; to: string } }

/** Connection and period of a report. */
export type ReportScope = ReportPeriod & { connectionId: string }

/**
 * SQL of a report's rows and their sort order. Columns: `key`, `name`, `variant`, `currency_code`, each measure as
 * `now_…`, and measures that are sums also as `before_…`.
 */
export type Groups = Fragment & { measures: readonly Measure[]; order: string }

/** Values by measure: numbers for counts and minor units, text for decimals; null: not available. */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string()]).nullable())

export const reportRowSchema = z.object({
  /** what the row is about, see contract/reports.ts */
  key: z.string(),
  /** a readable name, where the key is not one */
  name: z.string().nullable(),
  /** of a variant: its own name */
  variant: z.string().nullable(),
  /** null where a report contains no money */
  currency_code: z.string().nullable(),
  figures: figuresSchema,
  /** values of the previous period, without measures that cannot be compared */
  before: figuresSchema,
})

export type ReportRow = z.infer<typeof reportRowSchema>

/**
 * SQL for measures as JSON: counts and minor units as numbers, decimals as text.
 * @param toSql returns the SQL of a measure
 */
const asJson = (measures: readonly Measure[], toSql: (measure: Measure) => string): string =>
  `jsonb_build_object(${measures
    .map(
      (measure) =>
        `'${measure}', ${MEASURES[measure] === "decimal" ? `trim_scale(${toSql(measure)})::text` : toSql(measure)}`
    )
    .join(", ")})`

const getTotals = (measures: readonly Measure[], toSql: (column: string) => string): string =>
  `${asJson(measures, (measure) => toSql(`now_${measure}`))} AS figures,
   ${asJson(measures.filter(isSum), (measure) => toSql(`before_${measure}`))} AS before`

/** SQL for the rows of a report, each with its values. */
export const reportRows = ({ text, bindings, measures, order }: Groups): Fragment => ({
  text: `SELECT key, name, variant, currency_code, ${getTotals(measures, (column) => column)}
    FROM (${text}) AS grouped ORDER BY currency_code, ${order}`,
  bindings,
})

const totalSchema = reportRowSchema.pick({ currency_code: true, figures: true, before: true }).extend({
  rows: z.number(),
})

const readSchema = z.object({ rows: z.array(reportRowSchema), totals: z.array(totalSchema) })

/** A report's first rows, and by currency the totals and the number of rows. */
export type Report = z.infer<typeof readSchema>

/** Reads a report in one statement, which computes its groups once. */
export async function readReport(sql: Sql, groups: Groups, limit: number): Promise<Report> {
  const { text, bindings, measures, order } = groups
  const sums = measures.filter(isSum)
  const rows = await sql(
    readSchema,
    `WITH grouped AS MATERIALIZED (${text}), shown AS (
       SELECT key, name, variant, currency_code, ${getTotals(measures, (column) => column)}
       FROM (SELECT * FROM grouped ORDER BY currency_code, ${order} LIMIT ?) AS first_rows
     ), total AS (
       SELECT currency_code, count(*) AS rows, ${getTotals(sums, (column) => `sum(${column})`)}
       FROM grouped GROUP BY currency_code ORDER BY currency_code
     )
     SELECT coalesce((SELECT jsonb_agg(to_jsonb(shown)) FROM shown), '[]') AS rows,
       coalesce((SELECT jsonb_agg(to_jsonb(total)) FROM total), '[]') AS totals`,
    [...bindings, limit]
  )
  return rows[0] ?? { rows: [], totals: [] }
}
