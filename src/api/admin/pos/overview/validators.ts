import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../../../modules/pos"
import { knownTimeZone, type Period } from "../../../../modules/pos/organization-time"
import { groupNameSchema, idSchema } from "../../../utils/schemas"

const MAX_DAYS = 366

const daysSchema = z.coerce.number().int().min(1).max(MAX_DAYS).default(7)

/** Query of the overview's routes: the last `days` days of the organization, today included. */
export const overviewQuerySchema = z.object({ connection_id: idSchema, days: daysSchema })

/** Query of the overview over all connections, or those of a group. */
export const overviewOfAllQuerySchema = z.object({ group_name: groupNameSchema.optional(), days: daysSchema })

type OverviewQuery = z.infer<typeof overviewQuerySchema>

/** Returns the period of an overview. @throws ConnectionNotFoundError */
export async function getPeriod(container: MedusaContainer, { connection_id, days }: OverviewQuery): Promise<Period> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connection_id)
  return {
    connectionId: connection.id,
    currencyCode: connection.currency_code,
    timeZone: knownTimeZone(connection.time_zone),
    days,
    now: await pos.now(),
  }
}
