import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { SignedEntry } from "../../modules/pos/queries/inbox"
import { POS_EVENTS } from "../events"
import { reasonOf } from "../reason-of"

type Waiting = { entry: SignedEntry; resolve: (stands: boolean) => void; reject: (reason: unknown) => void }

/** The bytes of one statement stay bounded: a notification has a megabyte at most. */
const MOST_AT_ONCE = 64

/** Notifications that wait while a statement is under way, of each shop in this process. */
const lines = new WeakMap<object, Waiting[]>()

/**
 * Stores a notification, and with it those that come while another statement is under way: one statement for many is
 * what lets the door keep up with a route that does nothing else. Nobody waits for company, and each is answered only
 * once it is stored.
 * @returns false when the keys have changed that its signature was held against; nothing is stored then
 */
export function storeNotification(container: MedusaContainer, entry: SignedEntry): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const pos = container.resolve(POS_MODULE)
    const line = lines.get(pos)
    if (line) {
      line.push({ entry, resolve, reject })
      return
    }
    lines.set(pos, [{ entry, resolve, reject }])
    void storeWaiting(container, pos)
  })
}

async function storeWaiting(container: MedusaContainer, pos: object): Promise<void> {
  for (let line = lines.get(pos) ?? []; line.length > 0;) {
    const group = line.splice(0, MOST_AT_ONCE)
    await storeGroup(container, group)
    for (const connectionId of new Set(group.map(({ entry }) => entry.connection_id))) {
      void wakeInbox(container, connectionId)
    }
  }
  lines.delete(pos)
}

/** When a group fails, each is stored by itself: whatever is wrong with one is its own sender's answer. */
async function storeGroup(container: MedusaContainer, group: Waiting[]): Promise<void> {
  try {
    const standing = await container.resolve(POS_MODULE).receiveSigned(group.map(({ entry }) => entry))
    group.forEach(({ entry, resolve }) => resolve(standing.has(entry.id)))
  } catch (error) {
    if (group.length === 1) {
      group.forEach(({ reject }) => reject(error))
      return
    }
    for (const one of group) {
      await storeGroup(container, [one])
    }
  }
}

/** The entries are stored; a wake-up that is lost costs the time until the next sweep, not an entry. */
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
