import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import {
  type Announcement,
  claimAnnouncements,
  deleteAnnouncements,
} from "../../modules/pos/queries/receipts/announcements"
import { claimOf } from "../../modules/pos/queue-terms"
import { pump } from "../queue/pump"
import { heldRows, whileRenewing } from "../queue/while-renewing"

/** Each is the events of a batch of receipts, of a thousand and more. */
const AT_ONCE = 4

/**
 * Gives the event bus what is stored of mirrored orders, until none is left. What a process was telling of when it died is
 * told again by another: at least once, and never of an order that was not committed.
 */
export async function announceOrders(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const token = randomUUID()
  const claim = async () =>
    pos.query((sql, now) => claimAnnouncements(sql, { ...claimOf("announcements", token, now), limit: AT_ONCE }))
  await pump("announcements", async () => {
    let claimed: Announcement[]
    do {
      claimed = await claim()
      await tell(container, claimed, token)
    } while (claimed.length === AT_ONCE)
  })
}

async function tell(container: MedusaContainer, announcements: Announcement[], token: string): Promise<void> {
  if (announcements.length === 0) {
    return
  }
  const pos = container.resolve(POS_MODULE)
  const ids = announcements.map(({ id }) => id)
  const held = heldRows({ queue: "announcements", token, ids }, "telling of mirrored orders")
  const events = announcements.flatMap((one) => one.events)
  await whileRenewing(container, held, async () => container.resolve(Modules.EVENT_BUS).emit(events))
  await pos.query((sql) => deleteAnnouncements(sql, ids, token))
}
