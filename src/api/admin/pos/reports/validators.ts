import { z } from "zod"
import { REPORT_KINDS } from "../../../../contract/reports"
import {
  atMostDays,
  DAYS_REVERSED,
  daySchema,
  daysInOrder,
  idSchema,
  inOrder,
  longListPageFields,
  momentSchema,
  REVERSED,
  shortEnough,
  TOO_LONG,
} from "../../../utils/schemas"

/** Query of `GET` and body of `POST /admin/pos/reports/daily`. */
export const dailyReportSchema = z.object({ connection_id: idSchema, date: daySchema("date").optional() })

/** The longest period of a sales report, in days: a leap year. */
const MAX_REPORT_DAYS = 366

/** Query of `GET /admin/pos/reports/sales`; days are ISO dates, both inclusive. */
export const salesReportQuerySchema = z
  .object({
    connection_id: idSchema,
    kind: z.enum(REPORT_KINDS),
    from: daySchema("from"),
    to: daySchema("to"),
    /** the most rows in the response; totals include all rows */
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
  /** sold at least this many days ago */
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
