import { z } from "zod"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"

/** What an account holds after the last settled payout, and the payouts that follow. Amounts in minor units. */
export type OpenAccount = {
  /** amount that stayed in the account so far */
  retained: number
  minimumBalance: number
  /** amounts as in the account: negative to the bank; the first is the payout to align */
  payouts: number[]
  /** in the order of the account; `missed`: number of the payouts before the row */
  rows: { amount: number; missed: number; endsMoment: boolean }[]
}

/**
 * Costs of an alignment. An unexplained payout costs more than any number of cuts between rows of the same time. It
 * costs more the earlier it is, but by less than a cut, so that the payouts are explained again as soon as possible.
 */
const UNEXPLAINED = 1_000
const CUT = 10
const LATER = 1

/**
 * Finds the end of a payout that no sum of rows explains, or several do. It chooses the end with the fewest unexplained
 * payouts among this one and the next. A missing or duplicate row then affects only its own payout. Rows that add up to
 * 0 are left to payouts that need them. Of several ends that are equally good it takes the latest.
 * @returns how many rows the first payout settles
 */
export function alignPayout({ retained, minimumBalance, payouts, rows }: OpenAccount): number {
  const sums = [0]
  for (const { amount } of rows) {
    sums.push((sums.at(-1) ?? 0) + amount)
  }
  const paid = [0]
  for (const amount of payouts) {
    paid.push((paid.at(-1) ?? 0) + amount)
  }
  /** The balance after a payout (0: before the first) once `count` rows are settled. */
  const balance = (turn: number, count: number) => retained + (sums[count] ?? 0) + (paid[turn] ?? 0)
  const isEnd = (turn: number, count: number) => (rows[count - 1]?.missed ?? 0) < turn
  const cut = (count: number) => (rows[count - 1]?.endsMoment === false ? CUT : 0)
  const isSettled = (held: number) => held === 0 || held === minimumBalance

  /** By count: the minimum cost of the payouts after `turn`, when `turn` ends there. */
  let following = sums.map(() => 0)
  for (let turn = payouts.length; turn > 1; turn--) {
    const least = { any: Infinity, settled: Infinity, byBalance: new Map<number, number>() }
    const costs = sums.map(() => Infinity)
    for (let count = rows.length; count >= 0; count--) {
      // A payout that ends where the previous one did settles no row, so it has no cut.
      const endDistance = isEnd(turn, count) ? (following[count] ?? 0) : Infinity
      const held = balance(turn, count)
      const before = balance(turn - 1, count)
      const any = Math.min(least.any, endDistance)
      const settled = Math.min(least.settled, isSettled(held) ? endDistance : Infinity)
      const unchanged = Math.min(least.byBalance.get(before) ?? Infinity, held === before ? endDistance : Infinity)
      costs[count] = Math.min(any + UNEXPLAINED - turn * LATER, settled, unchanged)

      const cost = endDistance + cut(count)
      least.any = Math.min(least.any, cost)
      least.settled = isSettled(held) ? Math.min(least.settled, cost) : least.settled
      least.byBalance.set(held, Math.min(least.byBalance.get(held) ?? Infinity, cost))
    }
    following = costs
  }

  let best = { count: 0, cost: Infinity }
  for (let count = rows.length; count >= 0; count--) {
    const held = balance(1, count)
    const isExplained = held === retained || isSettled(held)
    const cost = (following[count] ?? 0) + cut(count) + (isExplained ? 0 : UNEXPLAINED - LATER)
    if (isEnd(1, count) && cost < best.cost) {
      best = { count, cost }
    }
  }
  return best.count
}

const failedSchema = z.object({
  id: z.string(),
  occurred_at: z.string(),
  originating_uuid: z.string(),
  amount: minorUnitsColumn,
  /** whether it happened since `compose_from` */
  is_new: z.boolean(),
  /** earlier payouts with its UUID or its amount, the oldest first */
  payouts: z.array(z.object({ id: z.string(), originating_uuid: z.string(), amount: minorUnitsColumn })),
})

type Failed = z.output<typeof failedSchema>
type Match = { payout_id: string; transaction_id: string; failed_at: string }

/**
 * Matches each FAILED_PAYOUT of an account with the payout that it returned, each payout at most once: first by UUID,
 * then with the oldest of the same amount. It matches all of them again, so that the result does not depend on the
 * order of arrival.
 * @returns those without a payout, the latest first
 */
export async function matchFailedPayouts(
  sql: Sql,
  accountId: string
): Promise<Pick<Failed, "id" | "occurred_at" | "is_new">[]> {
  const failed = await sql(failedSchema, FAILED, [accountId])
  const [matches, taken] = [new Map<string, Match>(), new Set<string>()]
  const match = (isTheirs: (back: Failed, payout: Failed["payouts"][number]) => boolean) => {
    for (const back of failed) {
      const payout = back.payouts.find((candidate) => !taken.has(candidate.id) && isTheirs(back, candidate))
      if (payout && !matches.has(back.id)) {
        taken.add(payout.id)
        matches.set(back.id, { payout_id: payout.id, transaction_id: back.id, failed_at: back.occurred_at })
      }
    }
  }
  const hasItsUuid = (back: Failed, payout: { originating_uuid: string }) =>
    payout.originating_uuid === back.originating_uuid
  const hasItsAmount = (back: Failed, payout: { amount: number }) => payout.amount === -back.amount
  match((back, payout) => hasItsUuid(back, payout) && hasItsAmount(back, payout))
  match(hasItsUuid)
  match(hasItsAmount)
  await sql(z.unknown(), MATCHED, [jsonText([...matches.values()]), accountId])
  return failed
    .filter(({ id }) => !matches.has(id))
    .map(({ id, occurred_at, is_new }) => ({ id, occurred_at, is_new }))
    .reverse()
}

const FAILED = `
SELECT back.id, back.occurred_at::text, back.originating_uuid, back.amount,
  coalesce(back.occurred_at >= account.compose_from, false) AS is_new, paid.payouts
FROM pos_account AS account JOIN pos_account_transaction AS back USING (connection_id, account_group)
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(json_build_object('id', payout.id, 'originating_uuid', payout.originating_uuid, 'amount', payout.amount)
    ORDER BY payout.occurred_at, payout.originating_uuid, payout.transaction_id), '[]') AS payouts
  FROM pos_payout AS payout
  WHERE payout.connection_id = back.connection_id AND payout.account_group = back.account_group
    AND payout.occurred_at <= back.occurred_at AND payout.deleted_at IS NULL
    AND (payout.originating_uuid = back.originating_uuid OR payout.amount = -back.amount)
) AS paid
WHERE account.id = ? AND back.type = 'FAILED_PAYOUT' AND back.withdrawn_at IS NULL AND back.deleted_at IS NULL
ORDER BY back.occurred_at, back.originating_uuid, back.id`

const MATCHED = `
WITH matched AS (
  SELECT * FROM json_to_recordset(?::json) AS matched(payout_id text, transaction_id text, failed_at timestamptz)
)
UPDATE pos_payout AS payout
SET failed_transaction_id = matched.transaction_id, failed_at = matched.failed_at, updated_at = now()
FROM pos_account AS account JOIN pos_payout AS own USING (connection_id, account_group)
LEFT JOIN matched ON matched.payout_id = own.id
WHERE account.id = ? AND payout.id = own.id AND own.deleted_at IS NULL
  AND (own.failed_transaction_id, own.failed_at) IS DISTINCT FROM (matched.transaction_id, matched.failed_at)`
