import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { disconnectOnce } from "../../modules/pos/queries/connection/connections"
import { notifyAdmin } from "./notify-admin"

/**
 * The credentials of a connection are gone: it is disconnected, both pumps wait with all they have, and the admin is
 * told, once, until a new key connects it again.
 */
export async function loseCredentials(container: MedusaContainer, connectionId: string, reason: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (await pos.query((sql) => disconnectOnce(sql, now, connectionId, reason))) {
    await notifyAdmin(container, {
      title: "Point of sale: disconnected",
      description: `${reason} Nothing is lost: what waits goes on as soon as a new API key is entered.`,
      key: `pos:credentials-lost:${connectionId}:${now.toISOString()}`,
    })
  }
}
