import { z } from "@medusajs/framework/zod"
import type { AccountTypeGroup } from "../../../../pos-api/contract"
import { PAYOUT_STATES, type ShownPayoutState } from "../../../../vocabulary/account"
import { minorUnitsColumn, momentColumn, nullableMomentColumn } from "../../database/big-number"
import { allOf, countUpTo, fragment, type Listed, type Page } from "../../database/page"
import type { Sql } from "../../database/sql"

export const listedPayoutSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  account_group: z.string(),
  transaction_id: z.string(),
  originating_uuid: z.string(),
  occurred_at: momentColumn,
  amount: minorUnitsColumn,
  state: z.enum(PAYOUT_STATES),
  difference: minorUnitsColumn,
  retained: minorUnitsColumn,
  transactions: z.number(),
  gross: minorUnitsColumn,
  refunds: minorUnitsColumn,
  fees: minorUnitsColumn,
  returned: minorUnitsColumn,
  adjustments: minorUnitsColumn,
  failed_transaction_id: z.string().nullable(),
  failed_at: nullableMomentColumn,
})

export type ListedPayout = z.infer<typeof listedPayoutSchema>

export const PAYOUT_ORDERS = ["occurred_at", "-occurred_at", "amount", "-amount"] as const

export type PayoutFilters = {
  connectionId: string
  group: AccountTypeGroup
  state?: ShownPayoutState | undefined
  from?: Date | undefined
  to?: Date | undefined
  order?: (typeof PAYOUT_ORDERS)[number] | undefined
}

const COLUMNS = Object.keys(listedPayoutSchema.shape).join(", ")

/** Payouts, the latest first unless asked otherwise; `amount` sorts by what the bank received. */
export async function listPayouts(sql: Sql, filters: PayoutFilters, page: Page): Promise<Listed<ListedPayout>> {
  const where = allOf(
    fragment("connection_id = ? AND account_group = ?", filters.connectionId, filters.group),
    fragment("deleted_at IS NULL"),
    filters.state === "failed" ? fragment("failed_at IS NOT NULL") : null,
    filters.state === "closed" || filters.state === "difference" ? fragment("state = ?", filters.state) : null,
    filters.from === undefined ? null : fragment("occurred_at >= ?", filters.from),
    filters.to === undefined ? null : fragment("occurred_at < ?", filters.to)
  )
  const order = {
    occurred_at: "occurred_at, id",
    "-occurred_at": "occurred_at DESC, id DESC",
    amount: "amount DESC, id",
    "-amount": "amount, id",
  }[filters.order ?? "-occurred_at"]
  const from = { text: `FROM pos_payout WHERE ${where.text}`, bindings: where.bindings }
  const [rows, counted] = await Promise.all([
    sql(listedPayoutSchema, `SELECT ${COLUMNS} ${from.text} ORDER BY ${order} LIMIT ? OFFSET ?`, [
      ...from.bindings,
      page.limit,
      page.offset,
    ]),
    countUpTo(sql, from),
  ])
  return { rows, ...counted }
}

export async function findPayout(sql: Sql, id: string): Promise<ListedPayout | null> {
  const statement = `SELECT ${COLUMNS} FROM pos_payout WHERE id = ? AND deleted_at IS NULL`
  const [payout] = await sql(listedPayoutSchema, statement, [id])
  return payout ?? null
}
