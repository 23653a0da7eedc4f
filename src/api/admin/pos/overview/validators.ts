import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"

const MAX_DAYS = 366

/** Query of the overview's routes: the last `days` days of the organisation, today included. */
export const overviewQuerySchema = z.object({
  connection_id: idSchema,
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(7),
})

export type OverviewQuery = z.infer<typeof overviewQuerySchema>
