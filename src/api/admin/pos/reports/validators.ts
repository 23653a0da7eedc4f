import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"
import { longListPageFields } from "../../../utils/page-fields"
import { daySchema, inOrder, momentSchema, REVERSED, shortEnough, TOO_LONG } from "../../../utils/period"

/** Query of `GET` and body of `POST /admin/pos/reports/daily`. */
export const dailyReportSchema = z.object({ connection_id: idSchema, date: daySchema("date").optional() })

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
