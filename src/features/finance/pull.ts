import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { type PosClient, PosForbiddenError, type UnreadableItem } from "../../pos-api/client"
import {
  type AccountTransaction,
  type AccountTypeGroup,
  DEFAULT_ACCOUNT_TRANSACTION_LIMIT,
} from "../../pos-api/contract"
import { recordServiceError } from "../../runtime/circuit-breaker"
import { storeUnreadable } from "../../runtime/inbox-store"
import { runSingleFlight } from "../../runtime/workers"
import { posSettleAccountWorkflow } from "./settle"
import {
  type AccountRow,
  type AccountSlice,
  type ArrivedTransaction,
  beginPull,
  breakPull,
  endPull,
  openAccount,
  readMoment,
  storeAccountTransactions,
  withdrawUnlisted,
} from "./store"

const HOUR_MS = 3_600_000
const YEAR_MS = 365.25 * 24 * HOUR_MS

/** Result of a pull. `finished` false: the account has the reason, and the next pull resumes from there. */
export type Pulled = { finished: boolean; read: number; stored: number }

/**
 * Pulls an account from where the last pull ended, minus the look-back, up to now; the first time from the beginning of
 * the history, oldest first. It may be interrupted at any time: what was read is stored, and the next pull resumes
 * there.
 */
export async function pullAccount(
  container: MedusaContainer,
  connectionId: string,
  group: AccountTypeGroup
): Promise<void> {
  await runSingleFlight(`account:${connectionId}:${group}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const { finance } = await pos.getOptions()
    const now = await pos.now()
    const account = await openAccountOf(container, connectionId, group)
    const lookedBack = new Date(account.pulled_until.getTime() - finance.lookBackHours * HOUR_MS)
    const start = lookedBack > account.history_from ? lookedBack : account.history_from
    await pos.query((sql) => beginPull(sql, account.id, { now, until: now }))
    const { finished } = await pullPeriod(container, account, { start, end: now })
    if (finished) {
      await pos.query((sql) => endPull(sql, account.id, now))
    }
  })
}

/** Gets the connection's account, or creates it with the history of the option `historyYears`. */
export async function openAccountOf(container: MedusaContainer, connectionId: string, group: AccountTypeGroup) {
  const pos = container.resolve(POS_MODULE)
  const { historyYears } = (await pos.getOptions()).finance
  return pos.query((sql, now) =>
    openAccount(sql, {
      id: generateEntityId("", "posacc"),
      connectionId,
      group,
      historyFrom: new Date(now.getTime() - historyYears * YEAR_MS),
    })
  )
}

/**
 * Pulls a period slice by slice and composes payouts; rows that are stored already stay as they are. `end` is
 * exclusive.
 */
export async function pullPeriod(
  container: MedusaContainer,
  account: Pick<AccountRow, "id" | "connection_id" | "account_group">,
  period: { start: Date; end: Date }
): Promise<Pulled> {
  const pulled: Pulled = { finished: false, read: 0, stored: 0 }
  let length = FIRST_SLICE_MS
  for (let start = period.start; start < period.end;) {
    const end = new Date(Math.min(start.getTime() + length, period.end.getTime()))
    const { result } = await posPullSliceWorkflow(container).run({
      input: {
        account,
        start: start.toISOString(),
        end: end.toISOString(),
      },
    })
    if (result.outcome === "stopped") {
      return pulled
    }
    if (result.outcome === "too-dense") {
      length = (end.getTime() - start.getTime()) / 2
      continue
    }
    pulled.read += result.read
    pulled.stored += result.stored
    length = nextSliceLength(end.getTime() - start.getTime(), result.read)
    start = end
  }
  await posSettleAccountWorkflow(container).run({ input: { account } })
  return { ...pulled, finished: true }
}

/** `start` and `end` are ISO 8601; `end` is exclusive. */
export type PullSliceInput = {
  account: Pick<AccountRow, "id" | "connection_id" | "account_group">
  start: string
  end: string
}

/** `too-dense`: nothing was stored, the period has to be halved. `stopped`: the account has the reason. */
export type PulledSlice =
  { outcome: "stored"; read: number; stored: number } | { outcome: "too-dense" } | { outcome: "stopped" }

const MISSING_SCOPE =
  "The API key lacks the scope READ:FINANCE, so account transactions and payouts cannot be read. " +
  "Create a key with it and connect again; everything else continues."

/** Reads one closed period of an account and stores it. Errors are recorded on the account and the connection. */
export const posPullSliceStep = createStep("pos-pull-slice", async (input: PullSliceInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const { id, connection_id, account_group } = input.account
  const [start, end] = [new Date(input.start), new Date(input.end)]
  try {
    const client = await pos.clientOf(connection_id, "bulk")
    const readAt = await pos.query(readMoment)
    const period = { group: account_group, start, end }
    const slice = await readSlice(client.accountTransactions, period)
    if (slice === null) {
      return new StepResponse<PulledSlice>({ outcome: "too-dense" })
    }
    const { rows, unreadable } = slice
    await storeUnreadable(container, connection_id, unreadable, {
      kind: "account-transaction",
      beside: { group: account_group },
    })
    const accountSlice = { connectionId: connection_id, ...period, readAt }
    const stored = await storeSlice(
      (statements) => pos.query(statements),
      client.accountTransactions,
      accountSlice,
      slice
    )
    return new StepResponse<PulledSlice>({ outcome: "stored", read: rows.length + unreadable.length, stored })
  } catch (error) {
    const forbidden = error instanceof PosForbiddenError
    const reason = forbidden ? MISSING_SCOPE : await recordServiceError(container, connection_id, error)
    await pos.query((sql) => breakPull(sql, id, forbidden ? "forbidden" : "failing", reason))
    return new StepResponse<PulledSlice>({ outcome: "stopped" })
  }
})

/**
 * Reads one closed period of an account and stores it.
 * @see posPullSliceStep
 */
export const posPullSliceWorkflow = createWorkflow("pos-pull-slice", (input: PullSliceInput) => {
  return new WorkflowResponse(posPullSliceStep(input))
})

/** A slice is held in memory completely; one with more pages is read in halves. */
const MAX_PAGES = 4

const MAX_READINGS = 4

/** Rows were added to a closed period at every reading. */
export class RestlessPeriodError extends Error {
  constructor(start: Date, end: Date) {
    super(
      `The account's transactions from ${start.toISOString()} to ${end.toISOString()} changed each of the ` +
        `${MAX_READINGS} times they were read. They are read again later.`
    )
    this.name = "RestlessPeriodError"
  }
}

type SlicePeriod = { group: AccountTypeGroup; start: Date; end: Date }

/** The rows of a period, those that could not be read, and how many the POS listed. */
type Slice = { rows: ArrivedTransaction[]; unreadable: UnreadableItem[]; listed: number }

export type AccountTransactions = Pick<PosClient["accountTransactions"], "pages" | "list">

/**
 * Reads all transactions of a closed period, each as often as the POS has it. Pages are requested by offset, so a row
 * that the POS adds between two requests would duplicate one row and hide another. The rows at the page boundaries are
 * therefore read a second time, and when they have moved, the whole period is read again.
 * @returns null when the period has too many rows to be read at once
 * @throws RestlessPeriodError, PosApiError
 */
export async function readSlice(
  api: AccountTransactions,
  period: SlicePeriod,
  pageLength: number = DEFAULT_ACCOUNT_TRANSACTION_LIMIT
): Promise<Slice | null> {
  const divisible = period.end.getTime() - period.start.getTime() > SHORTEST_SLICE_MS
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    const pages: Page[] = []
    for await (const page of api.pages({ ...period, limit: pageLength })) {
      pages.push(page)
      if (divisible && pages.length > MAX_PAGES) {
        return null
      }
    }
    if (pages.length <= 1 || (await seamsHold(api, period, pages))) {
      return {
        rows: pages.flatMap(({ items }) => items.map(toRow)),
        unreadable: pages.flatMap(({ unreadable }) => unreadable),
        listed: pages.reduce((count, page) => count + page.rows.length, 0),
      }
    }
  }
  throw new RestlessPeriodError(period.start, period.end)
}

type Page = Awaited<ReturnType<AccountTransactions["list"]>>

/**
 * Whether a reading is complete: every row could be read, and none follows the last one. The POS may return fewer rows
 * than requested, which resembles a last page.
 */
async function isComplete(api: AccountTransactions, period: SlicePeriod, slice: Slice): Promise<boolean> {
  return (
    slice.unreadable.length === 0 && (await api.list({ ...period, limit: 2, offset: slice.listed })).rows.length === 0
  )
}

async function seamsHold(api: AccountTransactions, period: SlicePeriod, pages: Page[]) {
  const rows = pages.flatMap((page) => page.rows)
  let seam = 0
  for (const page of pages) {
    seam += page.rows.length
    const rowsAtSeam = await api.list({ ...period, limit: 2, offset: seam - 1 })
    if (JSON.stringify(rowsAtSeam.rows) !== JSON.stringify(rows.slice(seam - 1, seam + 1))) {
      return false
    }
  }
  return true
}

function toRow(transaction: AccountTransaction): ArrivedTransaction {
  const { timestamp, amount, originatorTransactionType, originatingTransactionUuid, ...extra } = transaction
  return {
    occurred_at: timestamp,
    type: originatorTransactionType,
    originating_uuid: originatingTransactionUuid.toLowerCase(),
    amount,
    extra: Object.keys(extra).length > 0 ? extra : null,
  }
}

/**
 * Stores the rows of a closed period. When the reading is complete, rows that it no longer lists are withdrawn.
 * @param query runs statements, each call in a transaction of its own or in the caller's
 * @returns how many rows are new, or count again
 */
export async function storeSlice(
  query: <Result>(statements: (sql: Sql) => Promise<Result>) => Promise<Result>,
  api: AccountTransactions,
  period: AccountSlice & SlicePeriod,
  slice: Slice
): Promise<number> {
  const { group, start, end } = period
  const { stored, unlisted } = await query((sql) => storeAccountTransactions(sql, period, slice.rows))
  if (unlisted > 0 && (await isComplete(api, { group, start, end }, slice))) {
    await query((sql) => withdrawUnlisted(sql, period, slice.rows))
  }
  return stored
}

const DAY_MS = 86_400_000

/** Length of the first slice of a pull; later ones adapt to the number of rows. */
const FIRST_SLICE_MS = 30 * DAY_MS

const LONGEST_SLICE_MS = 180 * DAY_MS

/** A slice of at most this length is not halved, even when it has too many rows. */
export const SHORTEST_SLICE_MS = 60_000

/** Number of transactions that a slice should have: one full page of the POS API, minus a reserve for a busier week. */
const WANTED_ROWS = 8_000

/**
 * Computes the length of the next slice after one of `length` that had `rows` transactions, so that it fits in about
 * one page. It grows at most fourfold, because a quiet month says little about the next.
 * @param length milliseconds
 * @returns milliseconds
 */
export function nextSliceLength(length: number, rows: number): number {
  const wantedLength = rows === 0 ? length * 4 : length * Math.min(WANTED_ROWS / rows, 4)
  return Math.round(Math.min(Math.max(wantedLength, SHORTEST_SLICE_MS), LONGEST_SLICE_MS))
}
