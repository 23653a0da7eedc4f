import { z } from "@medusajs/framework/zod"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { knownTimeZone, type Period } from "../../../../workflows/overview"
import { idSchema } from "../../../id-schema"

const MAX_DAYS = 366

/** Query of the overview's routes: the last `days` days of the organisation, today included. */
export const overviewQuerySchema = z.object({
  connection_id: idSchema,
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(7),
})

/** @throws ConnectionNotFoundError */
export async function periodOf(container: MedusaContainer, query: unknown): Promise<Period> {
  const { connection_id, days } = overviewQuerySchema.parse(query)
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
