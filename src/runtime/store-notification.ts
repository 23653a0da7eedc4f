import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../modules/pos"
import { PosError } from "../modules/pos/errors"
import type { ApplicationPart } from "../modules/pos/lifecycle-hooks"
import { laneOfNotification, WEBHOOK_LANES, type WebhookLane } from "../modules/pos/queue-policies"
import { POS_EVENTS } from "./events"
import { getErrorMessage } from "./errors"
import { insertSignedEntries, type SignedEntry } from "./inbox-store"
import type { EntryForms } from "./signed-entry"
import { BETWEEN_ECHOES_MS, BETWEEN_WAKINGS_MS, ECHO_DRAINS_PER_SECOND } from "./workers"

type Waiting = {
  entry: SignedEntry
  /**
   * returns what is stored when the database rejects the entry for its content; null once the entry is that dead letter
   */
  deadLetter: (() => SignedEntry) | null
  resolve: (stands: boolean) => void
  reject: (reason: unknown) => void
}

const databaseErrorSchema = z.looseObject({ code: z.string() })

/** SQLSTATE classes that are about values: data exception, and program limit exceeded. */
const CONTENT_CLASSES = ["22", "54"]

/**
 * True when no attempt can succeed, for example when the content is nested too deeply or has values that the database
 * cannot store.
 */
function isContentRefused(error: unknown): boolean {
  const refused = databaseErrorSchema.safeParse(error)
  return error instanceof RangeError || (refused.success && CONTENT_CLASSES.includes(refused.data.code.slice(0, 2)))
}

/** The database did not store a notification. The message omits the SQL statement, because it holds the content. */
class NotificationNotStoredError extends PosError {
  constructor(connectionId: string, cause: unknown) {
    const database = databaseErrorSchema.safeParse(cause)
    super(
      "pos_webhook_not_stored",
      `A notification of ${connectionId} could not be stored${database.success ? ` (${database.data.code})` : ""}. ` +
        "Check that the database answers. The POS sends the event again."
    )
  }
}

/**
 * Maximum number of notifications per statement. It bounds the size of a statement: a notification has at most one
 * megabyte.
 */
const MOST_AT_ONCE = 64

/** Notifications that wait while a statement runs, per store in this process. */
const lines = new WeakMap<object, Waiting[]>()

/**
 * Stores a notification together with others that are received while another statement runs. Storing many in one
 * statement lets the webhook endpoint keep up with a route that does nothing else. A notification never waits for
 * others to be received, and each request is answered only once its notification is stored.
 * @returns false when the keys that verified its signature have changed meanwhile; nothing is stored then
 */
export function storeNotification(container: MedusaContainer, { entry, deadLetter }: EntryForms): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const pos = container.resolve(POS_MODULE)
    const line = lines.get(pos)
    if (line) {
      line.push({ entry, deadLetter, resolve, reject })
      return
    }
    lines.set(pos, [{ entry, deadLetter, resolve, reject }])
    // Notifications that are received in the same turn of the event loop are stored together.
    setImmediate(() => void storeWaiting(container, pos))
  })
}

async function storeWaiting(container: MedusaContainer, pos: object): Promise<void> {
  for (let line = lines.get(pos) ?? []; line.length > 0;) {
    const group = line.splice(0, MOST_AT_ONCE)
    await storeGroup(container, group)
    wakeInboxes(
      container,
      group.map(({ entry }) => entry)
    )
  }
  lines.delete(pos)
}

/** Wakes the inbox once per connection and lane for the notifications that were stored together. */
function wakeInboxes(container: MedusaContainer, entries: SignedEntry[]): void {
  for (const lane of WEBHOOK_LANES) {
    const inLane = entries.filter(({ aggregate }) => laneOfNotification(aggregate) === lane)
    for (const connectionId of new Set(inLane.map(({ connection_id }) => connection_id))) {
      wakeInboxSoon(container, connectionId, lane)
    }
  }
}

/**
 * Stores a group of notifications in one statement. When that fails, each is stored separately; one that the database
 * can never store becomes a dead letter. Any other failure is returned to the sender of that notification, which sends
 * it again.
 */
async function storeGroup(container: MedusaContainer, group: Waiting[]): Promise<void> {
  try {
    const entries = group.map(({ entry }) => entry)
    const standing = await container.resolve(POS_MODULE).query((sql, now) => insertSignedEntries(sql, now, entries))
    group.forEach(({ entry, resolve }) => resolve(standing.has(entry.id)))
  } catch (error) {
    const [only] = group
    if (group.length > 1 || !only) {
      for (const notification of group) {
        await storeGroup(container, [notification])
      }
    } else if (only.deadLetter && isContentRefused(error)) {
      await storeGroup(container, [{ ...only, entry: only.deadLetter(), deadLetter: null }])
    } else {
      only.reject(new NotificationNotStoredError(only.entry.connection_id, error))
    }
  }
}

type Woken = { timer: NodeJS.Timeout; again: boolean }

/** Connections whose inbox was woken recently, by lane. */
const woken: Record<WebhookLane, Map<string, Woken>> = { live: new Map(), catalog: new Map() }

function pauseAfter(lane: WebhookLane): number {
  switch (lane) {
    case "live":
      return BETWEEN_WAKINGS_MS
    case "catalog":
      return Math.max(BETWEEN_ECHOES_MS, (woken.catalog.size * 1_000) / ECHO_DRAINS_PER_SECOND)
  }
}

/**
 * Wakes the workers that drain a connection's inbox: at once, and once more for entries that are stored shortly after.
 * The entries are already stored, so a lost wake-up only delays them until the next sweep.
 */
export function wakeInboxSoon(container: MedusaContainer, connectionId: string, lane: WebhookLane): void {
  const formerWake = woken[lane].get(connectionId)
  if (formerWake) {
    formerWake.again = true
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
    const reason = getErrorMessage(error)
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the inbox waits for its sweep: ${reason}`)
  }
}

/** Cancels planned wake-ups when the application shuts down. */
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
