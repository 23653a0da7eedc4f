import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { composePayouts } from "../../../../src/features/finance/allocate-payouts"
import {
  type ArrivedTransaction,
  readMoment,
  storeAccountTransactions,
  withdrawUnlisted,
} from "../../../../src/features/finance/store"
import { type AccountTransactions, readSlice, storeSlice } from "../../../../src/features/finance/pull"
import { sqlOn } from "../../../../src/modules/pos/database/sql-on"

const CONNECTION_ID = "poscon_1"
const ACCOUNT_ID = "posacc_1"

/** A payout as it is stored, with the rows that its range names and that count. */
export type StoredPayout = {
  originating_uuid: string
  state: string
  amount: number
  difference: number
  retained: number
  gross: number
  refunds: number
  fees: number
  returned: number
  adjustments: number
  failed_transaction_id: string | null
  /** `type uuid amount`, in the order of the account */
  settled: string[]
}

/** A row of the account; what does not matter to the test is left out. */
export const accountRow = (
  occurred_at: string | number,
  type: string,
  originating_uuid: string,
  amount: number
): ArrivedTransaction => ({
  occurred_at: new Date(occurred_at).toISOString(),
  type,
  originating_uuid,
  amount,
  extra: null,
})

/** An account in the tables, without a connection or a service behind it. */
export class StoredAccount {
  constructor(
    private readonly knex: Knex,
    private readonly period: { start: Date; end: Date }
  ) {}

  private get sql() {
    return sqlOn(this.knex)
  }

  async open(minimumBalance = 0): Promise<void> {
    await this.knex.raw("TRUNCATE pos_account, pos_account_transaction, pos_payout")
    await this.knex.raw(
      `INSERT INTO pos_account (id, connection_id, account_group, history_from, pulled_until, minimum_balance, raw_minimum_balance)
       VALUES (?, ?, 'liquid', ?, ?, ?, '{}')`,
      [ACCOUNT_ID, CONNECTION_ID, this.period.start, this.period.start, minimumBalance]
    )
  }

  /** Stores what a reading of a period has; `complete`: it is the truth. */
  async read(
    rows: ArrivedTransaction[],
    reading: { start?: Date; end?: Date; complete?: boolean } = {}
  ): Promise<void> {
    const { complete = false, ...period } = reading
    const slice = { connectionId: CONNECTION_ID, group: "liquid", ...this.period, ...period }
    const readAt = await readMoment(this.sql)
    await storeAccountTransactions(this.sql, { ...slice, readAt }, rows)
    if (complete) {
      await withdrawUnlisted(this.sql, { ...slice, readAt }, rows)
    }
  }

  /** Reads a period as the plugin's pull does. */
  async pull(api: AccountTransactions, period: { start: Date; end: Date }): Promise<void> {
    const readAt = await readMoment(this.sql)
    const read = await readSlice(api, { group: "liquid", ...period })
    if (read === null) {
      throw new Error("The period is too dense to be read at once.")
    }
    const slice = { connectionId: CONNECTION_ID, group: "liquid" as const, ...period, readAt }
    await storeSlice((statements) => statements(this.sql), api, slice, read)
  }

  async compose() {
    return composePayouts(this.sql, ACCOUNT_ID)
  }

  async payouts(): Promise<StoredPayout[]> {
    const { rows } = await this.knex.raw(
      `SELECT payout.originating_uuid, payout.state, payout.amount::float, payout.difference::float,
         payout.retained::float, payout.gross::float, payout.refunds::float, payout.fees::float, payout.returned::float, payout.adjustments::float,
         payout.failed_transaction_id,
         coalesce((SELECT json_agg(concat_ws(' ', type, originating_uuid, amount) ORDER BY occurred_at, originating_uuid, id)
           FROM pos_account_transaction AS row WHERE type <> 'PAYOUT' AND withdrawn_at IS NULL
           AND (row.occurred_at, row.originating_uuid, row.id) > (after_at, after_uuid, after_id)
           AND (row.occurred_at, row.originating_uuid, row.id) <= (to_at, to_uuid, to_id)), '[]') AS settled
       FROM pos_payout AS payout WHERE payout.deleted_at IS NULL
       ORDER BY payout.occurred_at, payout.originating_uuid, payout.transaction_id`
    )
    return rows
  }
}
