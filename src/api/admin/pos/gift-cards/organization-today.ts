import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { organizationDate } from "../../../../modules/pos/organization-time"

/** Returns today's date in the organization's time zone. @throws ConnectionNotFoundError */
export async function organizationToday(scope: MedusaContainer, connectionId: string): Promise<string> {
  const pos = scope.resolve(POS_MODULE)
  const { time_zone } = await pos.findConnection(connectionId)
  return organizationDate(await pos.now(), time_zone)
}
