import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { ACCOUNT_TYPE_GROUPS, accountTransactionSchema, stockRowSchema } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { openAccountOf, pullPeriod } from "../finance/pull-account"
import { READ_RECORDS } from "./keep-unreadable"
import { type EntryOutcome, handleEach, parsePayload } from "./entry-outcome"

const SECOND_MS = 1_000

const transactionReadSchema = z.looseObject({
  group: z.enum(ACCOUNT_TYPE_GROUPS),
  transaction: accountTransactionSchema,
})

const rowReadSchema = z.looseObject({ row: stockRowSchema })

const COMPARED_ANYWAY = "It can be read now; the next comparison of stock does so"

/** The account could not be read at the moment of a transaction; the account says why. */
class MomentNotReadError extends Error {
  constructor(at: string) {
    super(`The account's transactions of ${at} could not be read. They are read again later.`)
    this.name = "MomentNotReadError"
  }
}

const names: readonly string[] = Object.values(READ_RECORDS)

export const isReadRecord = (entry: ClaimedInboxEntry) => names.includes(entry.event_name)

/**
 * Records of lists that nobody understood, and that a person has tried again: those that can be read now, since the
 * plugin or the service has learned, are read where they stand, so that they come in the way that all others came.
 */
export async function readRecordsAgain(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const outcomes: EntryOutcome[] = []
  for (const entry of entries) {
    outcomes.push(
      ...(entry.event_name === READ_RECORDS.accountTransaction
        ? await readMomentAgain(container, connection, entry)
        : [judgeRow(entry)])
    )
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

function judgeRow(entry: ClaimedInboxEntry): EntryOutcome {
  const { outcome } = parsePayload(rowReadSchema, entry)
  return outcome ?? { id: entry.id, kind: "ignored", reason: COMPARED_ANYWAY }
}
