import { z } from "@medusajs/framework/zod"
import { isSum, type Measure, MEASURES } from "../../../../vocabulary/report"
import type { Fragment } from "../../database/page"
import type { Sql } from "../../database/sql"

/** Days of the organisation, both inclusive, as ISO dates, and those that they are compared with. */
export type ReportPeriod = { from: string; to: string; before: { from: string; to: string } }

/** What a report is made of. */
export type ReportScope = ReportPeriod & { connectionId: string }

/**
 * A statement whose rows are those of a report: `key`, `name`, `variant`, `currency_code`, each measure as `now_…`, and
 * those that are sums as `before_…`, too; and what the rows are sorted by.
 */
export type Groups = Fragment & { measures: readonly Measure[]; order: string }

/** Figures by measure: numbers for counts and minor units, text for decimals; null: it cannot be told. */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string()]).nullable())

export const reportRowSchema = z.object({
  /** what the row is of, see the vocabulary's report.ts */
  key: z.string(),
  /** a name for people, where the key is none */
  name: z.string().nullable(),
  /** of a variant its own name */
  variant: z.string().nullable(),
  /** null where a report tells of no money */
  currency_code: z.string().nullable(),
  figures: figuresSchema,
  /** of the period before, without what cannot be compared */
  before: figuresSchema,
})

export type ReportRow = z.infer<typeof reportRowSchema>

/** Measures as JSON: counts and minor units as numbers, decimals as text. @param of a measure's expression */
const asJson = (measures: readonly Measure[], of: (measure: Measure) => string): string =>
  `jsonb_build_object(${measures
    .map(
      (measure) => `'${measure}', ${MEASURES[measure] === "decimal" ? `trim_scale(${of(measure)})::text` : of(measure)}`
    )
    .join(", ")})`

const figuresOf = (measures: readonly Measure[], of: (column: string) => string): string =>
  `${asJson(measures, (measure) => of(`now_${measure}`))} AS figures,
   ${asJson(measures.filter(isSum), (measure) => of(`before_${measure}`))} AS before`

/** The rows of a report, each with its figures. */
export const reportRows = ({ text, bindings, measures, order }: Groups): Fragment => ({
  text: `SELECT key, name, variant, currency_code, ${figuresOf(measures, (column) => column)}
    FROM (${text}) AS grouped ORDER BY currency_code, ${order}`,
  bindings,
})

const totalSchema = reportRowSchema.pick({ currency_code: true, figures: true, before: true }).extend({
  rows: z.number(),
})

const readSchema = z.object({ rows: z.array(reportRowSchema), totals: z.array(totalSchema) })

/** A report's first rows, and by currency what all come to and how many there are. */
export type Report = z.infer<typeof readSchema>

/** Reads a report in one statement: its groups are made once. */
export async function readReport(sql: Sql, groups: Groups, limit: number): Promise<Report> {
  const { text, bindings, measures, order } = groups
  const sums = measures.filter(isSum)
  const rows = await sql(
    readSchema,
    `WITH grouped AS MATERIALIZED (${text}), shown AS (
       SELECT key, name, variant, currency_code, ${figuresOf(measures, (column) => column)}
       FROM (SELECT * FROM grouped ORDER BY currency_code, ${order} LIMIT ?) AS first_rows
     ), total AS (
       SELECT currency_code, count(*) AS rows, ${figuresOf(sums, (column) => `sum(${column})`)}
       FROM grouped GROUP BY currency_code ORDER BY currency_code
     )
     SELECT coalesce((SELECT jsonb_agg(to_jsonb(shown)) FROM shown), '[]') AS rows,
       coalesce((SELECT jsonb_agg(to_jsonb(total)) FROM total), '[]') AS totals`,
    [...bindings, limit]
  )
  return rows[0] ?? { rows: [], totals: [] }
}
