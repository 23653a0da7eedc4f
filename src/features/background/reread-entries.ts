import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { ACCOUNT_TYPE_GROUPS, accountTransactionSchema, stockRowSchema } from "../../pos-api/contract"
import { readKeptNotification } from "../../pos-api/notification-reader"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import { type EntryOutcome, handleEach, parsePayload } from "../../runtime/inbox-processing"
import { insertInboxEntries, READ_RECORDS } from "../../runtime/inbox-store"
import {
  findOtherOrganization,
  getAggregateKey,
  notUnderstood,
  OF_OTHER_ORGANIZATION,
  UNREADABLE,
} from "../../runtime/signed-entry"
import { openAccountOf, pullPeriod } from "../finance"

const keptSchema = z.looseObject({ text: z.string() })

const NO_TEXT = "its text was not kept"

export const isUnreadable = (entry: ClaimedInboxEntry) => entry.event_name === UNREADABLE

/**
 * Reads signed notifications again that were unreadable and that a person replays. Those that can be read now enter the
 * inbox under their message id as new entries; the others need review as before.
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
    if (findOtherOrganization(read, connection.organization_uuid) !== null) {
      outcomes.push({ id, kind: "ignored", reason: OF_OTHER_ORGANIZATION })
      continue
    }
    const { messageId, eventName, timestamp } = read.notification
    const entry = {
      natural_key: messageId,
      event_name: eventName,
      aggregate: getAggregateKey(eventName, read.payload, messageId),
      source: "webhook" as const,
      payload: read.payload,
      message_timestamp: timestamp === null || timestamp === undefined ? null : String(timestamp),
    }
    await pos.query((sql) => insertInboxEntries(sql, connection.id, [entry]))
    outcomes.push({ id, kind: "done" })
  }
  return outcomes
}

const SECOND_MS = 1_000

const transactionReadSchema = z.looseObject({
  group: z.enum(ACCOUNT_TYPE_GROUPS),
  transaction: accountTransactionSchema,
})

const rowReadSchema = z.looseObject({ row: stockRowSchema })

const COMPARED_ANYWAY = "It can be read now; the next comparison of stock does so"

/** The account's transactions at the time of a transaction could not be read; the account has the reason. */
class MomentNotReadError extends Error {
  constructor(at: string) {
    super(`The account's transactions of ${at} could not be read. They are read again later.`)
    this.name = "MomentNotReadError"
  }
}

const names: readonly string[] = Object.values(READ_RECORDS)

export const isReadRecord = (entry: ClaimedInboxEntry) => names.includes(entry.event_name)

/**
 * Reads list records again that were unreadable and that a person replays. A record that can be read now, because the
 * plugin or the POS has changed, is imported from its source in the usual way.
 */
export async function readRecordsAgain(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const outcomes: EntryOutcome[] = []
  for (const entry of entries) {
    if (entry.event_name === READ_RECORDS.accountTransaction) {
      outcomes.push(...(await readMomentAgain(container, connection, entry)))
    } else {
      outcomes.push(classifyRow(entry))
    }
  }
  return outcomes
}

async function readMomentAgain(container: MedusaContainer, connection: ConnectionRecord, entry: ClaimedInboxEntry) {
  const { payload, outcome } = parsePayload(transactionReadSchema, entry)
  if (payload === null) {
    return outcome ? [outcome] : []
  }
  return handleEach([{ entry }], async () => {
    const account = await openAccountOf(container, connection.id, payload.group)
    const start = new Date(payload.transaction.timestamp)
    const end = new Date(start.getTime() + SECOND_MS)
    const { finished } = await pullPeriod(container, account, { start, end })
    if (!finished) {
      throw new MomentNotReadError(payload.transaction.timestamp)
    }
  })
}

function classifyRow(entry: ClaimedInboxEntry): EntryOutcome {
  const { outcome } = parsePayload(rowReadSchema, entry)
  return outcome ?? { id: entry.id, kind: "ignored", reason: COMPARED_ANYWAY }
}
