import { z } from "zod"
import { REPORT_KINDS } from "../../../vocabulary/report"

/** By measure: counts and minor units, decimals as text; null: it cannot be told. */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string()]).nullable())

const rowSchema = z.looseObject({
  key: z.string(),
  name: z.string().nullable(),
  variant: z.string().nullable(),
  currency_code: z.string().nullable(),
  figures: figuresSchema,
  before: figuresSchema,
})

const totalSchema = z.looseObject({
  currency_code: z.string().nullable(),
  rows: z.number(),
  figures: figuresSchema,
  before: figuresSchema,
})

/** `GET /admin/pos/reports/sales` */
export const reportAnswerSchema = z.looseObject({
  report: z.looseObject({
    kind: z.enum(REPORT_KINDS),
    time_zone: z.string(),
    from: z.string(),
    to: z.string(),
    before: z.looseObject({ from: z.string(), to: z.string() }),
    rows: z.array(rowSchema),
    totals: z.array(totalSchema),
  }),
})

export type Report = z.infer<typeof reportAnswerSchema>["report"]
export type ReportRow = z.infer<typeof rowSchema>
export type ReportTotal = z.infer<typeof totalSchema>
export type ReportFigures = z.infer<typeof figuresSchema>
