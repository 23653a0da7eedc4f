import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import { readKeptNotification } from "../../pos-api/notification-reader"
import { aggregateKeyOf } from "./aggregate-key"
import type { EntryOutcome } from "./entry-outcome"
import { notUnderstood, UNREADABLE } from "./signed-entry"

const keptSchema = z.looseObject({ text: z.string() })

const NO_TEXT = "its text was not kept"

export const isUnreadable = (entry: ClaimedInboxEntry) => entry.event_name === UNREADABLE

/**
 * Signed notifications that nobody understood, and that a person has tried again: those that can be read now enter the
 * inbox under their message id, as if they came now; the others wait for a person as before.
 */
export async function readSignedAgain(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  const outcomes: EntryOutcome[] = []
  for (const { id, payload: kept } of entries) {
    const { success, data } = keptSchema.safeParse(kept)
    const read = success ? readKeptNotification(data.text) : { notification: null, problem: NO_TEXT }
    if (read.notification === null) {
      outcomes.push({ id, kind: "unreadable", reason: notUnderstood(read.problem) })
      continue
    }
    const { messageId, eventName, timestamp } = read.notification
    const entry = {
      natural_key: messageId,
      event_name: eventName,
      aggregate: aggregateKeyOf(eventName, read.payload, messageId),
      source: "webhook" as const,
      payload: read.payload,
      message_timestamp: timestamp === null || timestamp === undefined ? null : String(timestamp),
    }
    await pos.query((sql) => insertInboxEntries(sql, connection.id, [entry]))
    outcomes.push({ id, kind: "done" })
  }
  return outcomes
}
