import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { DOOR_LANES, laneOfNotification } from "../../modules/pos/queries/inbox/lanes"
import { insertSignedEntries, type SignedEntry } from "../../modules/pos/queries/inbox/store-signed-entries"
import type { EntryForms } from "./signed-entry"
import { wakeInboxSoon } from "./wake-inbox-soon"

type Waiting = {
  entry: SignedEntry
  /** what is stored where the database refuses the entry for what it holds; null once it is that */
  deadLetter: (() => SignedEntry) | null
  resolve: (stands: boolean) => void
  reject: (reason: unknown) => void
}

const databaseErrorSchema = z.looseObject({ code: z.string() })

/** Classes of SQLSTATE that are about the values: data exception, and a limit of the program exceeded. */
const CONTENT_CLASSES = ["22", "54"]

/** True when no attempt can succeed: nested too deep to be written, or with what the database has no room for. */
function isContentRefused(error: unknown): boolean {
  const refused = databaseErrorSchema.safeParse(error)
  return error instanceof RangeError || (refused.success && CONTENT_CLASSES.includes(refused.data.code.slice(0, 2)))
}

/** The database did not take a notification. The statement with what it holds stands in no log. */
class NotificationNotStoredError extends MedusaError {
  constructor(connectionId: string, cause: unknown) {
    const database = databaseErrorSchema.safeParse(cause)
    super(
      MedusaError.Types.UNEXPECTED_STATE,
      `A notification of ${connectionId} could not be stored${database.success ? ` (${database.data.code})` : ""}. ` +
        "See that the database answers; the service sends it again."
    )
  }
}

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
export function storeNotification(container: MedusaContainer, { entry, deadLetter }: EntryForms): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const pos = container.resolve(POS_MODULE)
    const line = lines.get(pos)
    if (line) {
      line.push({ entry, deadLetter, resolve, reject })
      return
    }
    lines.set(pos, [{ entry, deadLetter, resolve, reject }])
    // What came by the same look at the network is stored with it.
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

/** Once for what was stored together, of each connection and lane. */
function wakeInboxes(container: MedusaContainer, entries: SignedEntry[]): void {
  for (const lane of DOOR_LANES) {
    const inLane = entries.filter(({ aggregate }) => laneOfNotification(aggregate) === lane)
    for (const connectionId of new Set(inLane.map(({ connection_id }) => connection_id))) {
      wakeInboxSoon(container, connectionId, lane)
    }
  }
}

/**
 * When a group fails, each is stored by itself; one that the database can never take is a dead letter. Whatever else is
 * wrong is its own sender's answer, who sends it again.
 */
async function storeGroup(container: MedusaContainer, group: Waiting[]): Promise<void> {
  try {
    const entries = group.map(({ entry }) => entry)
    const standing = await container.resolve(POS_MODULE).query((sql, now) => insertSignedEntries(sql, now, entries))
    group.forEach(({ entry, resolve }) => resolve(standing.has(entry.id)))
  } catch (error) {
    const [only] = group
    if (group.length > 1 || !only) {
      for (const one of group) {
        await storeGroup(container, [one])
      }
    } else if (only.deadLetter && isContentRefused(error)) {
      await storeGroup(container, [{ ...only, entry: only.deadLetter(), deadLetter: null }])
    } else {
      only.reject(new NotificationNotStoredError(only.entry.connection_id, error))
    }
  }
}
