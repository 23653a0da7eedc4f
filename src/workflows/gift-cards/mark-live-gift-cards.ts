import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { markLiveCardsDue } from "../../modules/pos/queries/finance/gift-cards"
import { organizationDate } from "../finance/organization-date"

/** Marks the live gift cards of every connection due, within the nightly budget; the sweep reads them. */
export async function markLiveGiftCards(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { nightlyBudget: budget } = (await pos.getOptions()).giftCards
  const now = await pos.now()
  for (const { id, time_zone } of await pos.listPosConnections({ state: "active" }, { take: null })) {
    const today = organizationDate(now, time_zone)
    await pos.query((sql) => markLiveCardsDue(sql, { connectionId: id, today, now, budget }))
  }
}
