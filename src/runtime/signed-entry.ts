import { entityId } from "../modules/pos/entity-id"
import type { SigningKeys } from "../modules/pos/service"
import { isSameOrganization } from "../pos-api/client"
import {
  getSubject,
  LONGEST_DELIVERY_MS,
  type Notification,
  parseTimestamp,
  ofOrganizationSchema,
  type Timestamp,
} from "../pos-api/contract"
import type { NotificationReading } from "../pos-api/notification-reader"
import type { SignedEntry } from "./inbox-store"

/** Event name of the entry of a signed notification that cannot be read. */
export const UNREADABLE = "Unreadable"

/** Event name of the record of a signed notification of another organization. No handler accepts it, also not later. */
export const OTHER_ORGANIZATION = "OtherOrganization"

/** Why nothing about another organization is processed. */
export const OF_OTHER_ORGANIZATION = "It belongs to another organization"

/** The reason why such an entry needs review. */
export const notUnderstood = (problem: string) => `The POS signed it, and it is not understood: ${problem}`

type Signed = Extract<NotificationReading, { kind: "notification" | "unreadable" }>

type Receipt = { connectionId: string; signingKeys: SigningKeys; now: Date }

/** The inbox entry of a signed notification, and the dead letter to store when the database rejects that entry. */
export type EntryForms = { entry: SignedEntry; deadLetter: () => SignedEntry }

/**
 * Creates the inbox entry of a signed notification. An unreadable notification becomes a dead letter with its text. A
 * notification that is older than the POS ever delivers is stored as ignored, because somebody may have withheld it. Of
 * one about another organization, only the fact is stored.
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
      const other = findOtherOrganization(reading, signingKeys.organization_uuid)
      if (other !== null) {
        const { digest } = reading
        const record: SignedEntry = {
          ...kept,
          // The envelope is not signed: a forged one must not take the place of the notification itself.
          signed_digest: other.isSigned ? digest : `envelope:${digest}`,
          natural_key: `other-organization:${digest}`,
          event_name: OTHER_ORGANIZATION,
          aggregate: `message:other-organization:${digest}`,
          payload: { organization_uuid: other.organizationUuid },
          message_timestamp: timestamp === null ? null : String(timestamp),
          state: "ignored",
          reason: OF_OTHER_ORGANIZATION,
        }
        return { entry: record, deadLetter: () => record }
      }
      const entry: SignedEntry = {
        ...kept,
        natural_key: messageId,
        event_name: eventName,
        aggregate: getAggregateKey(eventName, payload, messageId),
        payload,
        message_timestamp: timestamp === null ? null : String(timestamp),
        ...getEntryState(timestamp, now),
      }
      return { entry, deadLetter: dead(payloadText, timestamp, `the database cannot keep its ${eventName}`) }
    }
  }
}

type OtherOrganization = { organizationUuid: string; isSigned: boolean }

/**
 * Returns the organization of a notification when it is not the connection's. The payload names it in most events and is
 * signed; the envelope is not.
 */
export function findOtherOrganization(
  { notification, payload }: { notification: Notification; payload: unknown },
  expected: string | null
): OtherOrganization | null {
  const namedOrganizations = [
    { organizationUuid: ofOrganizationSchema.safeParse(payload).data?.organizationUuid, isSigned: true },
    { organizationUuid: notification.organizationUuid, isSigned: false },
  ]
  for (const { organizationUuid, isSigned } of namedOrganizations) {
    // A field of the envelope named __proto__ can hide another type behind the declared one.
    const isNamed = typeof organizationUuid === "string" && organizationUuid !== ""
    if (expected !== null && isNamed && !isSameOrganization(organizationUuid, expected)) {
      return { organizationUuid, isSigned }
    }
  }
  return null
}

function getEntryState(timestamp: Timestamp | null, now: Date): Pick<SignedEntry, "state" | "reason"> {
  const signedAt = parseTimestamp(timestamp)
  if (!signedAt || now.getTime() - signedAt.getTime() <= LONGEST_DELIVERY_MS) {
    return { state: "pending", reason: null }
  }
  const reason =
    `It was signed at ${signedAt.toISOString()}, before the time for which the POS retries, and changes nothing by itself. ` +
    "Try it again by hand if you know why it comes so late."
  return { state: "ignored", reason }
}

/**
 * Returns the aggregate of an event. Entries of one aggregate are handled in order, and those of different ones at
 * once. An event without effect in the store has an aggregate of its own; otherwise a burst of them would be handled
 * one by one.
 */
export const getAggregateKey = (eventName: string, payload: unknown, messageId: string): string =>
  getSubject(eventName, payload) ?? `message:${messageId}`
