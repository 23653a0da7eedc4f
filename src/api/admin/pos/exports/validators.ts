import { z } from "zod"
import { EXPORT_KINDS, MAX_EXPORTED_CONNECTIONS } from "../../../../contract/accounting"
import { monthSchema } from "../../../../contract/time"
import { atMostDays, DAYS_REVERSED, daySchema, daysInOrder, idSchema, plainTextSchema } from "../../../utils/schemas"

/** The longest period of an export, in days. */
const MAX_EXPORT_DAYS = 1_097

/** Body of `POST /admin/pos/exports`; days are ISO dates, both inclusive. */
export const exportBodySchema = z
  .object({
    connection_id: idSchema,
    kind: z.enum(EXPORT_KINDS),
    from: daySchema("from"),
    to: daySchema("to"),
    time_zone: plainTextSchema.min(1).max(64).optional(),
  })
  .refine(daysInOrder, DAYS_REVERSED)
  .refine(atMostDays(MAX_EXPORT_DAYS), {
    message: `An export is of at most ${MAX_EXPORT_DAYS} days`,
    path: ["from"],
  })

const areDifferent = (values: string[]) => new Set(values).size === values.length
const REPEATED = "must not name the same twice"

/** Body of `POST /admin/pos/exports/month`. */
export const exportMonthBodySchema = z.object({
  month: monthSchema,
  kinds: z.array(z.enum(EXPORT_KINDS)).min(1).refine(areDifferent, REPEATED),
  connection_ids: z.array(idSchema).min(1).max(MAX_EXPORTED_CONNECTIONS).refine(areDifferent, REPEATED).optional(),
})
