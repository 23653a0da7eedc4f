import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { addApplicationPart } from "../../modules/pos/application-parts"
import { POS_EVENTS } from "../events"
import { reasonOf } from "../queue/reason-of"

/** What is stored meanwhile needs no event of its own; under load there would be hundreds a second. */
const BETWEEN_WAKINGS_MS = 25

type Woken = { timer: NodeJS.Timeout; again: boolean }

/** Connections whose inbox was woken just now. */
const woken = new Map<string, Woken>()

/**
 * Wakes whoever drains a connection's inbox: at once, and once more for all that is stored within a moment after. The
 * entries are stored; a wake-up that is lost costs the time until the next sweep, not an entry.
 */
export function wakeInboxSoon(container: MedusaContainer, connectionId: string): void {
  const former = woken.get(connectionId)
  if (former) {
    former.again = true
    return
  }
  const timer = setTimeout(() => {
    const isDue = woken.get(connectionId)?.again
    woken.delete(connectionId)
    if (isDue) {
      wakeInboxSoon(container, connectionId)
    }
  }, BETWEEN_WAKINGS_MS)
  woken.set(connectionId, { timer: timer.unref(), again: false })
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

addApplicationPart("wake-inbox-soon", {
  start() {},
  async end() {
    woken.forEach(({ timer }) => clearTimeout(timer))
    woken.clear()
  },
})
