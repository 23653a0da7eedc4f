import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import type { DoorLane } from "../../modules/pos/queries/inbox/lanes"
import { POS_EVENTS } from "../events"
import { BETWEEN_ECHOES_MS, BETWEEN_WAKINGS_MS, ECHO_DRAINS_PER_SECOND } from "../queue/pace"
import { reasonOf } from "../queue/reason-of"

type Woken = { timer: NodeJS.Timeout; again: boolean }

/** Connections whose inbox was woken just now, by the lane that it was woken for. */
const woken: Record<DoorLane, Map<string, Woken>> = { moved: new Map(), products: new Map() }

function pauseAfter(lane: DoorLane): number {
  switch (lane) {
    case "moved":
      return BETWEEN_WAKINGS_MS
    case "products":
      return Math.max(BETWEEN_ECHOES_MS, (woken.products.size * 1_000) / ECHO_DRAINS_PER_SECOND)
  }
}

/**
 * Wakes whoever drains a connection's inbox: at once, and once more for all that is stored within a moment after. The
 * entries are stored; a wake-up that is lost costs the time until the next sweep, not an entry.
 */
export function wakeInboxSoon(container: MedusaContainer, connectionId: string, lane: DoorLane): void {
  const former = woken[lane].get(connectionId)
  if (former) {
    former.again = true
    return
  }
  const timer = setTimeout(() => {
    const isDue = woken[lane].get(connectionId)?.again
    woken[lane].delete(connectionId)
    if (isDue) {
      wakeInboxSoon(container, connectionId, lane)
    }
  }, pauseAfter(lane))
  woken[lane].set(connectionId, { timer: timer.unref(), again: false })
  void wakeInbox(container, connectionId)
}

async function wakeInbox(container: MedusaContainer, connectionId: string): Promise<void> {
  try {
    await container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: POS_EVENTS.inboxReceived, data: { connection_id: connectionId } })
  } catch (error) {
    const reason = reasonOf(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the inbox waits for its sweep: ${reason}`)
  }
}

/** Plans no wake-ups any longer when the application ends. */
export const wakeInboxSoonPart: ApplicationPart = {
  name: "wake-inbox-soon",
  start() {},
  async end() {
    Object.values(woken).forEach((connections) => {
      connections.forEach(({ timer }) => clearTimeout(timer))
      connections.clear()
    })
  },
}
