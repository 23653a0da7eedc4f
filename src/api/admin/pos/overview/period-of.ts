import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { knownTimeZone, type Period } from "../../../../modules/pos/organization-time"
import type { OverviewQuery } from "./validators"

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
