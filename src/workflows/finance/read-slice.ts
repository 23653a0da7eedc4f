import type { PosClient, UnreadableItem } from "../../pos-api/client"
import {
  type AccountTransaction,
  type AccountTypeGroup,
  DEFAULT_ACCOUNT_TRANSACTION_LIMIT,
} from "../../pos-api/contract"
import type { ArrivedTransaction } from "../../modules/pos/queries/finance/store-account-transactions"
import { SHORTEST_SLICE_MS } from "./slice-length"

/** A slice is held in memory as a whole; one with more pages is read in halves. */
const MAX_PAGES = 4

const MAX_READINGS = 4

/** Rows were added to a closed period again and again while it was read. */
export class RestlessPeriodError extends Error {
  constructor(start: Date, end: Date) {
    super(
      `The account's transactions from ${start.toISOString()} to ${end.toISOString()} changed each of the ` +
        `${MAX_READINGS} times they were read. They are read again later.`
    )
    this.name = "RestlessPeriodError"
  }
}

export type SlicePeriod = { group: AccountTypeGroup; start: Date; end: Date }

/** What a period holds, and what of it could not be read. */
export type Slice = { rows: ArrivedTransaction[]; unreadable: UnreadableItem[] }

type AccountTransactions = Pick<PosClient["accountTransactions"], "pages" | "list">

/**
 * Reads all transactions of a closed period, each as often as the service has it. Pages are found by their offset, so a
 * row that the service adds between two of them would make one come twice and another not at all: what stands at the
 * seams is read a second time, and when it has moved the whole period is.
 * @returns null when the period holds too much to be read at once
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
      }
    }
  }
  throw new RestlessPeriodError(period.start, period.end)
}

type Page = Awaited<ReturnType<AccountTransactions["list"]>>

async function seamsHold(api: AccountTransactions, period: SlicePeriod, pages: Page[]) {
  const rows = pages.flatMap((page) => page.rows)
  let seam = 0
  for (const page of pages) {
    seam += page.rows.length
    const there = await api.list({ ...period, limit: 2, offset: seam - 1 })
    if (JSON.stringify(there.rows) !== JSON.stringify(rows.slice(seam - 1, seam + 1))) {
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
