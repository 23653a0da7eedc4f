import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"

/** Forgets notifications that were dealt with long ago, a bounded number at a time. */
export default async function pruneInbox(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (let pruned = await pos.pruneInbox(); pruned > 0;) {
    pruned = await pos.pruneInbox()
  }
}

export const config = { name: "pos-prune-inbox", schedule: "17 3 * * *" }
