import { z } from "@medusajs/framework/zod"
import { REPORT_KINDS } from "../../../../vocabulary/report"
import { idSchema } from "../../../utils/id-schema"
import { longListPageFields } from "../../../utils/page-fields"
import {
  atMostDays,
  DAYS_REVERSED,
  daySchema,
  daysInOrder,
  inOrder,
  momentSchema,
  REVERSED,
  shortEnough,
  TOO_LONG,
} from "../../../utils/period"

/** Query of `GET` and body of `POST /admin/pos/reports/daily`. */
export const dailyReportSchema = z.object({ connection_id: idSchema, date: daySchema("date").optional() })

/** The longest period of a report of sales, in days: a leap year. */
const MAX_REPORT_DAYS = 366

/** Query of `GET /admin/pos/reports/sales`; days are ISO dates, both inclusive. */
export const salesReportQuerySchema = z
  .object({
    connection_id: idSchema,
    kind: z.enum(REPORT_KINDS),
    from: daySchema("from"),
    to: daySchema("to"),
    /** the most rows that are answered; the totals are those of all */
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
  })
  .refine(daysInOrder, DAYS_REVERSED)
  .refine(atMostDays(MAX_REPORT_DAYS), {
    message: `A report is of at most ${MAX_REPORT_DAYS} days`,
    path: ["from"],
  })

/** Query of `GET /admin/pos/reports/unsettled-payments`. */
export const unsettledPaymentListQuerySchema = z.object({
  ...longListPageFields,
  connection_id: idSchema,
  /** sold so many days ago or earlier */
  days: z.coerce.number().int().min(0).max(3_650).default(14),
})

/** Query of `GET /admin/pos/reports/unusual-fees`. */
export const unusualFeeListQuerySchema = z
  .object({
    ...longListPageFields,
    connection_id: idSchema,
    from: momentSchema,
    to: momentSchema,
    /** percentage points */
    tolerance: z.coerce.number().min(0).max(100).default(0.1),
  })
  .refine(inOrder, REVERSED)
  .refine(shortEnough, TOO_LONG)
