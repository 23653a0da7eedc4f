import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import {
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
  const bus = container.resolve(Modules.EVENT_BUS)
  const claim = async () =>
    pos.query((sql, now) => claimAnnouncements(sql, { now, until: leaseUntil("announcements", now), limit: AT_ONCE }))
  await pump("announcements", async () => {
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
      const ids = claimed.map(({ id }) => id)
      const held: Held = {
        ...{ queue: "announcements", what: "telling of mirrored orders" },
        renew: (sql, until) => renewAnnouncements(sql, ids, until),
      }
      await whileRenewing(container, held, async () => bus.emit(claimed.flatMap(({ events }) => events)))
      await pos.query((sql) => deleteAnnouncements(sql, ids))
    }
  })
}
