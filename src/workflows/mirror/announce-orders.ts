import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import {
  type Announcement,
  claimAnnouncements,
  deleteAnnouncements,
  renewAnnouncements,
} from "../../modules/pos/queries/receipts/announcements"
import { leaseUntil } from "../../modules/pos/queue-terms"
import { pump } from "../queue/pump"
import { type Held, whileRenewing } from "../queue/while-renewing"

/** Each is the events of a batch of receipts, of a thousand and more. */
const AT_ONCE = 4

/**
 * Gives the event bus what is stored of mirrored orders, until none is left. What a process was telling of when it died is
 * told again by another: at least once, and never of an order that was not committed.
 */
export async function announceOrders(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const claim = async () =>
    pos.query((sql, now) => claimAnnouncements(sql, { now, until: leaseUntil("announcements", now), limit: AT_ONCE }))
  await pump("announcements", async () => {
    let claimed: Announcement[]
    do {
      claimed = await claim()
      await tell(container, claimed)
    } while (claimed.length === AT_ONCE)
  })
}

async function tell(container: MedusaContainer, announcements: Announcement[]): Promise<void> {
  if (announcements.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const ids = announcements.map(({ id }) => id)
  const held: Held = {
    ...{ queue: "announcements", what: "telling of mirrored orders" },
    renew: (sql, until) => renewAnnouncements(sql, ids, until),
  }
  const events = announcements.flatMap((one) => one.events)
  await whileRenewing(container, held, async () => container.resolve(Modules.EVENT_BUS).emit(events))
  await pos.query((sql) => deleteAnnouncements(sql, ids))
}
