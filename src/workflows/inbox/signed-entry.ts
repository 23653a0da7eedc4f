import { entityId } from "../../modules/pos/entity-id"
import type { SignedEntry } from "../../modules/pos/queries/inbox/store-signed-entries"
import type { SigningKeys } from "../../modules/pos/service"
import { LONGEST_DELIVERY_MS, parseTimestamp, type Timestamp } from "../../pos-api/contract"
import type { NotificationReading } from "../../pos-api/notification-reader"
import { aggregateKeyOf } from "./aggregate-key"

/** The name of the entry of a signed notification that is not understood. */
export const UNREADABLE = "Unreadable"

/** Why it waits for a person. */
export const notUnderstood = (problem: string) => `The service signed it, and it is not understood: ${problem}`

type Signed = Extract<NotificationReading, { kind: "notification" | "unreadable" }>

type Receipt = { connectionId: string; signingKeys: SigningKeys; now: Date }

/** What a signed notification is in the inbox, and what it is where the database refuses the one. */
export type EntryForms = { entry: SignedEntry; deadLetter: () => SignedEntry }

/**
 * Every signed notification has an entry: one that is not understood is a dead letter with its text. One that is older
 * than the service delivers is kept and does nothing by itself, since somebody may have held it back.
 */
export function toSignedEntry(reading: Signed, { connectionId, signingKeys, now }: Receipt): EntryForms {
  const kept = {
    id: entityId("posin"),
    connection_id: connectionId,
    source: "webhook" as const,
    signed_digest: reading.digest,
    signing_key_sealed: signingKeys.signing_key_sealed,
    previous_signing_key_sealed: signingKeys.previous_signing_key_sealed,
  }
  const dead = (text: string, timestamp: Timestamp | null, problem: string) => (): SignedEntry => ({
    ...kept,
    natural_key: `signed:${reading.digest}`,
    event_name: UNREADABLE,
    aggregate: `message:signed:${reading.digest}`,
    payload: { text },
    message_timestamp: timestamp === null ? null : String(timestamp),
    state: "dead",
    reason: notUnderstood(problem),
  })
  switch (reading.kind) {
    case "unreadable": {
      const deadLetter = dead(reading.text, reading.timestamp, reading.problem)
      return { entry: deadLetter(), deadLetter }
    }
    case "notification": {
      const { notification, payload, payloadText } = reading
      const { messageId, eventName, timestamp = null } = notification
      const entry: SignedEntry = {
        ...kept,
        natural_key: messageId,
        event_name: eventName,
        aggregate: aggregateKeyOf(eventName, payload, messageId),
        payload,
        message_timestamp: timestamp === null ? null : String(timestamp),
        ...standingOf(timestamp, now),
      }
      return { entry, deadLetter: dead(payloadText, timestamp, `the database cannot keep its ${eventName}`) }
    }
  }
}

function standingOf(timestamp: Timestamp | null, now: Date): Pick<SignedEntry, "state" | "reason"> {
  const signedAt = parseTimestamp(timestamp)
  if (!signedAt || now.getTime() - signedAt.getTime() <= LONGEST_DELIVERY_MS) {
    return { state: "pending", reason: null }
  }
  const reason =
    `It was signed at ${signedAt.toISOString()}, longer ago than the service delivers, and changes nothing by itself. ` +
    "Try it again by hand if you know why it comes so late."
  return { state: "ignored", reason }
}
