import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"

/** The connections that a script's arguments name; without any, all that are active. */
export async function chosenConnections(container: MedusaContainer, ids: string[]): Promise<{ id: string }[]> {
  const pos = container.resolve(POS_MODULE)
  return ids.length > 0
    ? Promise.all(ids.map(async (id) => pos.findConnection(id)))
    : pos.listPosConnections({ state: "active", push_held: false }, { take: null })
}
