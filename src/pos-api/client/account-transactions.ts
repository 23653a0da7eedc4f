import { z } from "zod"
import {
  type AccountBalance,
  accountBalanceSchema,
  type AccountTransaction,
  type AccountTransactionQuery,
  accountTransactionSchema,
  type AccountTypeGroup,
  bareOrInData,
  DEFAULT_ACCOUNT_TRANSACTION_LIMIT,
  formatTimestampWithOffset,
  type PayoutInfo,
  payoutInfoSchema,
} from "../contract"
import type { Clock } from "../clock"
import type { AuthorizedSend } from "./token-provider"
import { nullIfNotFound } from "./send"
import { parseItems, type ReadItems } from "./read-items"

const LABEL = "account transactions"

const DEFAULT_GROUP: AccountTypeGroup = "liquid"

/** A page's raw rows, which identify a repeated page, and its parsed transactions. */
export type AccountTransactionPage = ReadItems<AccountTransaction> & { rows: unknown[] }

/** Account transactions were requested up to a moment in the future. */
export class OpenPeriodError extends Error {
  constructor(end: Date) {
    super(`Account transactions are paged over a period that is over; this one ends at ${end.toISOString()}.`)
    this.name = "OpenPeriodError"
  }
}

/** API of the merchant's account (spec "Account transactions interface"; balance and payouts as observed). */
export function accountTransactionsApi(send: AuthorizedSend, baseUrl: string, clock: Clock) {
  const account = (group: AccountTypeGroup) => `${baseUrl}/v2/accounts/${group}`
  const api = {
    /** Fetches one page, of the POS's default length when no `limit` is given. */
    async list(query: AccountTransactionQuery & { offset?: number }): Promise<AccountTransactionPage> {
      const { group = DEFAULT_GROUP, start, end, ...params } = query
      const request = {
        url: `${account(group)}/transactions`,
        params: { start: formatTimestampWithOffset(start), end: formatTimestampWithOffset(end), ...params },
        // Without it axios writes includeTransactionType[]=A.
        paramsSerializer: { indexes: null },
      }
      const { data: rows } = await send(LABEL, request, bareOrInData(z.array(z.unknown())))
      return { rows, ...parseItems(accountTransactionSchema, rows) }
    },
    /**
     * Fetches the pages of a past period until one is empty or not full. Rows may repeat where the POS adds some late:
     * store them idempotently.
     * @throws OpenPeriodError when `end` is in the future, because new rows would shift the pages
     */
    async *pages(query: AccountTransactionQuery): AsyncGenerator<AccountTransactionPage, void> {
      if (query.end > clock.now()) {
        throw new OpenPeriodError(query.end)
      }
      const limit = query.limit ?? DEFAULT_ACCOUNT_TRANSACTION_LIMIT
      for (let offset = 0; ; offset += limit) {
        const page = await api.list({ ...query, limit, offset })
        if (page.rows.length === 0) {
          return
        }
        yield page
        if (page.rows.length < limit) {
          return
        }
      }
    },
    /** @returns minor units; null when the POS does not have this interface */
    async balance(group: AccountTypeGroup = DEFAULT_GROUP): Promise<AccountBalance | null> {
      const request = { url: `${account(group)}/balance` }
      return nullIfNotFound(send(LABEL, request, bareOrInData(accountBalanceSchema)).then(({ data }) => data))
    },
    /** @returns minor units; null when the POS does not have this interface */
    async payoutInfo(): Promise<PayoutInfo | null> {
      const request = { url: `${baseUrl}/v2/payout-info` }
      return nullIfNotFound(send(LABEL, request, bareOrInData(payoutInfoSchema)).then(({ data }) => data))
    },
  }
  return api
}
