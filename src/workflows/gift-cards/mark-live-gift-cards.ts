import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { forgetAttempts } from "../../modules/pos/queries/finance/attempt-counts"
import { markLiveCardsDue } from "../../modules/pos/queries/finance/gift-cards"
import { organizationDate } from "../finance/organization-date"

/**
 * Marks the live gift cards of every connection due, within the nightly budget; the sweep reads them. Forgets attempts
 * to read balances whose window is over.
 */
export async function markLiveGiftCards(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { nightlyBudget: budget } = (await pos.getOptions()).giftCards
  const now = await pos.now()
  await pos.query((sql) => forgetAttempts(sql, now))
  for (const { id, time_zone } of await pos.listPosConnections({ state: "active" }, { take: null })) {
    const today = organizationDate(now, time_zone)
    await pos.query((sql) => markLiveCardsDue(sql, { connectionId: id, today, now, budget }))
  }
}
