import { z } from "zod"
import { groupNameSchema, idSchema } from "../../../utils/schemas"

const MAX_DAYS = 366

const daysSchema = z.coerce.number().int().min(1).max(MAX_DAYS).default(7)

/** Query of the overview's routes: the last `days` days of the organization, today included. */
export const overviewQuerySchema = z.object({ connection_id: idSchema, days: daysSchema })

/** Query of the overview over all connections, or those of a group. */
export const overviewOfAllQuerySchema = z.object({ group_name: groupNameSchema.optional(), days: daysSchema })

export type OverviewQuery = z.infer<typeof overviewQuerySchema>
