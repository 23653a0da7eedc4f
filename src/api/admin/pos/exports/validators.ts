import { z } from "@medusajs/framework/zod"
import { EXPORT_KINDS } from "../../../../vocabulary/export"
import { idSchema, plainTextSchema } from "../../../utils/id-schema"
import { daySchema } from "../../../utils/period"

const DAY_MS = 86_400_000

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
  .refine(({ from, to }) => from <= to, { message: "`from` must not be after `to`", path: ["from"] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_EXPORT_DAYS * DAY_MS, {
    message: `\`from\` and \`to\` are at most ${MAX_EXPORT_DAYS} days apart`,
    path: ["from"],
  })
