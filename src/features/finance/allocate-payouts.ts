import { z } from "zod"
import { minorUnitsColumn, rawColumnSql } from "../../modules/pos/database/big-number"
import { jsonText } from "../../modules/pos/database/json-text"
import { planByIndexes, type Sql } from "../../modules/pos/database/sql"
import { alignPayout, matchFailedPayouts } from "./match-payouts"

const foundSchema = z.object({ id: z.string(), occurred_at: z.string() })

type Found = z.output<typeof foundSchema>

/** Result of composing payouts; `composed` counts the new and changed ones. */
export type ComposedPayouts = {
  composed: number
  /** payouts that do not equal the sum of their transactions, and did so far; the latest first */
  unexplained: Found[]
  /** failed payouts since `compose_from` that match no payout; the latest first */
  unmatched: Found[]
}

/** The row at which a payout was to end is no longer in the account. */
export class PayoutEndError extends Error {
  constructor(accountId: string, { at, id }: Place) {
    super(
      `Could not compose the payouts of the account ${accountId}: its row ${id} of ${at} is gone. Payouts are composed ` +
        "with the account locked; call lockAccount in the same transaction."
    )
    this.name = "PayoutEndError"
  }
}

/** A position in the account; `at` as PostgreSQL writes it, to the microsecond. */
const placeSchema = z.object({ at: z.string(), uuid: z.string(), id: z.string() })

/** Position from which composing resumes: after a payout (`paid`) and after the last row that it settled (`to`). */
const chainSchema = z.object({ paid: placeSchema, to: placeSchema, retained: minorUnitsColumn })

type Chain = z.output<typeof chainSchema>
type Place = z.output<typeof placeSchema>

const ranSchema = z.object({
  composed: z.coerce.number(),
  unexplained: z.array(foundSchema),
  /** null when no payout was composed */
  last: chainSchema.nullable(),
  /** whether there is a payout after the last composed one */
  unfinished: z.boolean(),
})

type Ran = z.output<typeof ranSchema>

/** A time before every transaction. */
const BEGINNING = "0001-01-01 00:00:00Z"

/** Number of later payouts that decide where one ends. */
const AHEAD = 5

const FIGURES = ["amount", "difference", "retained", "gross", "refunds", "fees", "returned", "adjustments"]
const RANGE = ["state", "transactions", "after_at", "after_uuid", "after_id", "to_at", "to_uuid", "to_id"]

/**
 * Determines which transactions each payout settled, from the account's `compose_from` on; an account without new rows
 * costs nothing. Call it with the account locked, see {@link lockAccount}.
 *
 * Transactions are settled in the order of the account. A payout settles those after the previous payout's last one, up
 * to the row at which the sum equals its amount. After it the balance is what it was before (money that was carried
 * forward stays), or the minimum balance, or 0. Rows with the same time are settled together. When there is no such sum
 * or several, the payout ends where {@link alignPayout} decides, and the difference is stored with it.
 *
 * One statement composes all payouts up to the next one without exactly one such sum. It recurses from payout to
 * payout, because the next one begins where one ends.
 * @returns how many payouts are new or changed, and which of them are newly unexplained
 * @throws PayoutEndError when a row vanished, because the account was not locked
 */
export async function composePayouts(sql: Sql, accountId: string): Promise<ComposedPayouts> {
  const result: ComposedPayouts = { composed: 0, unexplained: [], unmatched: [] }
  await sql(z.unknown(), WITHDRAWN, [accountId])
  const [begun] = await sql(begunSchema, BEGUN, [accountId])
  if (!begun) {
    return result
  }
  let { chain }: { chain: Chain } = begun
  let end: Place | null = null
  for (let unfinished = true; unfinished;) {
    const composedRun: Ran = await run(sql, accountId, chain, end)
    if (end !== null && composedRun.last === null) {
      throw new PayoutEndError(accountId, end)
    }
    result.composed += composedRun.composed
    result.unexplained.unshift(...composedRun.unexplained)
    chain = composedRun.last ?? chain
    unfinished = composedRun.unfinished
    end = unfinished ? await findEnd(sql, accountId, chain, begun.minimum_balance) : null
  }
  for (const { is_new, ...unmatched } of await matchFailedPayouts(sql, accountId)) {
    if (is_new) {
      result.unmatched.push(unmatched)
    }
  }
  await sql(z.unknown(), "UPDATE pos_account SET compose_from = NULL, updated_at = now() WHERE id = ?", [accountId])
  return result
}

/** Locks an account, so that one process at a time composes its payouts. In a transaction. */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  await sql(z.unknown(), "SELECT id FROM pos_account WHERE id = ? FOR UPDATE", [accountId])
  await planByIndexes(sql)
}

/**
 * Composes the payouts after a position up to the first one that needs aligning; `end` is where the first of them ends.
 */
async function run(sql: Sql, accountId: string, { paid, to, retained }: Chain, end: Place | null): Promise<Ran> {
  const startingPoint = {
    paid_at: paid.at,
    paid_uuid: paid.uuid,
    paid_id: paid.id,
    to_at: to.at,
    to_uuid: to.uuid,
    to_id: to.id,
    retained,
    end_at: end?.at,
    end_uuid: end?.uuid,
    end_id: end?.id,
  }
  const [ran] = await sql(ranSchema, RUN, [jsonText(startingPoint), accountId])
  return ran ?? { composed: 0, unexplained: [], last: null, unfinished: false }
}

/** Finds the end of the first payout after a position, when no sum or more than one explains it. */
async function findEnd(sql: Sql, accountId: string, chain: Chain, minimumBalance: number): Promise<Place> {
  const { paid, to, retained } = chain
  const startBindings = [accountId, paid.at, paid.uuid, paid.id]
  const payouts = await sql(aheadSchema, PAYOUTS_AHEAD, startBindings)
  const rows = await sql(openRowSchema, ROWS_AHEAD, [...startBindings, accountId, to.at, to.uuid, to.id])
  const amounts = payouts.map(({ amount }) => amount)
  const count = alignPayout({ retained, minimumBalance, payouts: amounts, rows })
  return rows[count - 1] ?? to
}

/** Deletes payouts whose own transaction was withdrawn. */
const WITHDRAWN = `
UPDATE pos_payout AS payout SET deleted_at = now(), updated_at = now()
FROM pos_account AS account JOIN pos_account_transaction AS payment USING (connection_id, account_group)
WHERE account.id = ? AND payment.type = 'PAYOUT' AND payment.occurred_at >= account.compose_from
  AND payment.withdrawn_at IS NOT NULL AND payout.transaction_id = payment.id AND payout.deleted_at IS NULL`

const begunSchema = z.object({ minimum_balance: minorUnitsColumn, chain: chainSchema })

/**
 * Position after the last payout that no new row can change: the end of a payout may depend on the next {@link AHEAD}
 * ones.
 */
const BEGUN = `
WITH account AS (
  SELECT * FROM pos_account WHERE id = ? AND compose_from IS NOT NULL
), anchor AS (
  SELECT payout.* FROM account JOIN pos_payout AS payout USING (connection_id, account_group)
  WHERE payout.occurred_at < account.compose_from AND payout.deleted_at IS NULL
  ORDER BY payout.occurred_at DESC, payout.originating_uuid DESC, payout.transaction_id DESC LIMIT 1 OFFSET ${AHEAD}
)
SELECT account.minimum_balance, json_build_object(
  'paid', json_build_object('at', coalesce(anchor.occurred_at::text, '${BEGINNING}'),
    'uuid', coalesce(anchor.originating_uuid, ''), 'id', coalesce(anchor.transaction_id, '')),
  'to', json_build_object('at', coalesce(anchor.to_at::text, '${BEGINNING}'),
    'uuid', coalesce(anchor.to_uuid, ''), 'id', coalesce(anchor.to_id, '')),
  'retained', coalesce(anchor.retained, 0)) AS chain
FROM account LEFT JOIN anchor ON true`

const RUN = `
WITH RECURSIVE begun AS (
  SELECT * FROM json_to_record(?::json) AS begun(paid_at timestamptz, paid_uuid text, paid_id text, to_at timestamptz,
    to_uuid text, to_id text, retained numeric, end_at timestamptz, end_uuid text, end_id text)
), account AS (
  SELECT * FROM pos_account WHERE id = ?
), outgoing AS (
  SELECT payment.*, row_number() OVER (ORDER BY payment.occurred_at, payment.originating_uuid, payment.id) AS turn
  FROM begun CROSS JOIN account JOIN pos_account_transaction AS payment USING (connection_id, account_group)
  WHERE payment.type = 'PAYOUT' AND payment.withdrawn_at IS NULL AND payment.deleted_at IS NULL
    AND (payment.occurred_at, payment.originating_uuid, payment.id) > (begun.paid_at, begun.paid_uuid, begun.paid_id)
), chain AS (
  SELECT 0::bigint AS turn, NULL::text AS transaction_id, to_at AS after_at, to_uuid AS after_uuid, to_id AS after_id,
    to_at, to_uuid, to_id, retained, 0::numeric AS difference
  FROM begun
  UNION ALL
  SELECT outgoing.turn, outgoing.id, chain.to_at, chain.to_uuid, chain.to_id,
    settled.to_at, settled.to_uuid, settled.to_id, chain.retained + settled.running + outgoing.amount,
    CASE WHEN settled.fit = 3 THEN settled.running + outgoing.amount ELSE 0 END
  FROM chain JOIN outgoing ON outgoing.turn = chain.turn + 1 CROSS JOIN account CROSS JOIN begun CROSS JOIN LATERAL (
    SELECT fitted.*, count(*) OVER (PARTITION BY fitted.fit) AS ways FROM (
      SELECT candidate.*, CASE
          WHEN candidate.running + outgoing.amount = 0 THEN 0
          WHEN chain.retained + candidate.running + outgoing.amount = account.minimum_balance THEN 1
          WHEN chain.retained + candidate.running + outgoing.amount = 0 THEN 2
          ELSE 3 END AS fit
      FROM (
        SELECT chain.to_at, chain.to_uuid, chain.to_id, 0::numeric AS running, 0::bigint AS position, true AS ends_moment
        UNION ALL
        SELECT open.occurred_at, open.originating_uuid, open.id, sum(open.amount) OVER in_order,
          row_number() OVER in_order, lead(open.occurred_at) OVER in_order IS DISTINCT FROM open.occurred_at
        FROM pos_account_transaction AS open
        WHERE open.connection_id = account.connection_id AND open.account_group = account.account_group
          AND (open.occurred_at, open.originating_uuid, open.id) > (chain.to_at, chain.to_uuid, chain.to_id)
          AND open.occurred_at <= outgoing.occurred_at AND open.type <> 'PAYOUT'
          AND open.withdrawn_at IS NULL AND open.deleted_at IS NULL
        WINDOW in_order AS (ORDER BY open.occurred_at, open.originating_uuid, open.id ROWS UNBOUNDED PRECEDING)
      ) AS candidate
    ) AS fitted
    WHERE CASE WHEN chain.turn = 0 AND begun.end_at IS NOT NULL
      THEN (fitted.to_at, fitted.to_uuid, fitted.to_id) = (begun.end_at, begun.end_uuid, begun.end_id)
      ELSE fitted.ends_moment AND fitted.fit < 3 END
    ORDER BY fitted.fit LIMIT 1
  ) AS settled
  WHERE settled.ways = 1
), figures AS (
  SELECT chain.*, outgoing.connection_id, outgoing.account_group, outgoing.originating_uuid, outgoing.occurred_at,
    outgoing.amount, summed.*
  FROM chain JOIN outgoing ON outgoing.id = chain.transaction_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS transactions,
      coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT', 'INVOICE_PAYMENT') AND amount > 0), 0) AS gross,
      coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT', 'INVOICE_PAYMENT') AND amount <= 0), 0) AS refunds,
      coalesce(sum(amount) FILTER (WHERE type IN ('PAYMENT_FEE', 'INVOICE_PAYMENT_FEE')), 0) AS fees,
      coalesce(sum(amount) FILTER (WHERE type = 'FAILED_PAYOUT'), 0) AS returned,
      coalesce(sum(amount) FILTER (WHERE type NOT IN
        ('PAYMENT', 'INVOICE_PAYMENT', 'PAYMENT_FEE', 'INVOICE_PAYMENT_FEE', 'FAILED_PAYOUT')), 0) AS adjustments
    FROM pos_account_transaction AS settled
    WHERE settled.connection_id = outgoing.connection_id AND settled.account_group = outgoing.account_group
      AND (settled.occurred_at, settled.originating_uuid, settled.id) > (chain.after_at, chain.after_uuid, chain.after_id)
      AND (settled.occurred_at, settled.originating_uuid, settled.id) <= (chain.to_at, chain.to_uuid, chain.to_id)
      AND settled.type <> 'PAYOUT' AND settled.withdrawn_at IS NULL AND settled.deleted_at IS NULL
  ) AS summed
), composed AS (
  INSERT INTO pos_payout (id, connection_id, account_group, transaction_id, originating_uuid, occurred_at, state,
    transactions, after_at, after_uuid, after_id, to_at, to_uuid, to_id,
    ${FIGURES.join(", ")}, ${FIGURES.map((name) => `raw_${name}`).join(", ")})
  SELECT replace(transaction_id, 'posatx_', 'pospo_'), connection_id, account_group, transaction_id, originating_uuid,
    occurred_at, CASE WHEN difference = 0 THEN 'closed' ELSE 'difference' END, transactions, after_at, after_uuid,
    after_id, to_at, to_uuid, to_id, ${FIGURES.join(", ")}, ${FIGURES.map((name) => rawColumnSql(name)).join(", ")}
  FROM figures
  ON CONFLICT (id) DO UPDATE SET updated_at = now(), deleted_at = NULL,
    ${[...FIGURES, ...FIGURES.map((name) => `raw_${name}`)].map((name) => `${name} = excluded.${name}`).join(", ")},
    ${RANGE.map((name) => `${name} = excluded.${name}`).join(", ")}
  WHERE pos_payout.deleted_at IS NOT NULL OR (${[...FIGURES, ...RANGE].map((name) => `pos_payout.${name}`).join(", ")})
    IS DISTINCT FROM (${[...FIGURES, ...RANGE].map((name) => `excluded.${name}`).join(", ")})
  RETURNING id, state, occurred_at
), last AS (
  SELECT chain.*, outgoing.occurred_at, outgoing.originating_uuid
  FROM chain JOIN outgoing ON outgoing.id = chain.transaction_id ORDER BY chain.turn DESC LIMIT 1
)
SELECT count(*) AS composed, coalesce(json_agg(json_build_object('id', id, 'occurred_at', occurred_at)
  ORDER BY occurred_at DESC) FILTER (WHERE state = 'difference' AND NOT EXISTS (
    SELECT 1 FROM pos_payout AS former WHERE former.id = composed.id AND former.state = 'difference'
      AND former.deleted_at IS NULL)), '[]') AS unexplained,
  (SELECT json_build_object('paid', json_build_object('at', occurred_at::text, 'uuid', originating_uuid, 'id', transaction_id),
    'to', json_build_object('at', to_at::text, 'uuid', to_uuid, 'id', to_id), 'retained', retained) FROM last) AS last,
  (SELECT count(*) FROM outgoing) > (SELECT count(*) FROM figures) AS unfinished
FROM composed`

const aheadSchema = z.object({ amount: minorUnitsColumn })

const AHEAD_OF = `
  SELECT payment.* FROM pos_account AS account JOIN pos_account_transaction AS payment USING (connection_id, account_group)
  WHERE account.id = ? AND payment.type = 'PAYOUT' AND payment.withdrawn_at IS NULL AND payment.deleted_at IS NULL
    AND (payment.occurred_at, payment.originating_uuid, payment.id) > (?::timestamptz, ?, ?)
  ORDER BY payment.occurred_at, payment.originating_uuid, payment.id LIMIT ${AHEAD + 1}`

const PAYOUTS_AHEAD = `SELECT amount FROM (${AHEAD_OF}) AS ahead ORDER BY occurred_at, originating_uuid, id`

const openRowSchema = placeSchema.extend({ amount: minorUnitsColumn, missed: z.number(), endsMoment: z.boolean() })

const ROWS_AHEAD = `
WITH ahead AS MATERIALIZED (${AHEAD_OF})
SELECT open.occurred_at::text AS at, open.originating_uuid AS uuid, open.id, open.amount,
  (SELECT count(*) FROM ahead WHERE ahead.occurred_at < open.occurred_at)::int AS missed,
  lead(open.occurred_at) OVER (ORDER BY open.occurred_at, open.originating_uuid, open.id)
    IS DISTINCT FROM open.occurred_at AS "endsMoment"
FROM pos_account AS account JOIN pos_account_transaction AS open USING (connection_id, account_group)
WHERE account.id = ? AND (open.occurred_at, open.originating_uuid, open.id) > (?::timestamptz, ?, ?)
  AND open.occurred_at <= (SELECT max(occurred_at) FROM ahead) AND open.type <> 'PAYOUT'
  AND open.withdrawn_at IS NULL AND open.deleted_at IS NULL
ORDER BY open.occurred_at, open.originating_uuid, open.id`
