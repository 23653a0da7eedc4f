import { z } from "@medusajs/framework/zod"
import { rawOf } from "../../database/big-number"
import { planByIndexes, type Sql } from "../../database/sql"

const composedSchema = z.object({
  composed: z.coerce.number(),
  /** payouts whose amount their transactions do not make, and did so far: `[{id, occurred_at}]`, the latest first */
  unexplained: z.array(z.object({ id: z.string(), occurred_at: z.string() })),
})

/** What composing found. */
export type ComposedPayouts = z.output<typeof composedSchema>

/** Where nothing was settled yet: before every transaction. */
const BEGINNING = "TIMESTAMPTZ '0001-01-01 00:00:00Z'"

const FIGURES = ["amount", "difference", "retained", "gross", "refunds", "fees", "returned", "adjustments"]

/**
 * Finds out which transactions each payout settled, from the account's `compose_from` on, in one statement; an account
 * where nothing new arrived costs nothing. Call it with the account locked, see {@link lockAccount}.
 *
 * Transactions are settled in the order of the account. A payout settles those behind the last payout's up to the latest
 * one at which the sum makes its amount, so that the balance afterwards is what it was before (kept money stays kept),
 * or the minimum balance, or nothing. When there is no such transaction it settles all that are there, and the
 * difference is kept with it. The recursion goes payout by payout, since where one ends the next begins.
 * @returns how many payouts were composed, and which of them are unexplained since now
 */
export async function composePayouts(sql: Sql, accountId: string): Promise<ComposedPayouts> {
  const [result] = await sql(composedSchema, STATEMENT, [accountId])
  return result ?? { composed: 0, unexplained: [] }
}

/** Payouts of one account are composed by one process at a time; call it in a transaction. */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  await sql(z.unknown(), "SELECT id FROM pos_account WHERE id = ? FOR UPDATE", [accountId])
  await planByIndexes(sql)
}

const STATEMENT = `
WITH RECURSIVE account AS (
  SELECT * FROM pos_account WHERE id = ? AND compose_from IS NOT NULL
), anchor AS (
  SELECT payout.* FROM account JOIN pos_payout AS payout USING (connection_id, account_group)
  WHERE payout.occurred_at < account.compose_from AND payout.deleted_at IS NULL
  ORDER BY payout.occurred_at DESC, payout.originating_uuid DESC, payout.transaction_id DESC LIMIT 1
), outgoing AS (
  SELECT payment.*, row_number() OVER (ORDER BY payment.occurred_at, payment.originating_uuid, payment.id) AS turn
  FROM account JOIN pos_account_transaction AS payment USING (connection_id, account_group)
  WHERE payment.type = 'PAYOUT' AND payment.occurred_at >= account.compose_from AND payment.deleted_at IS NULL
), chain AS (
  SELECT 0::bigint AS turn, NULL::text AS transaction_id,
    coalesce(anchor.to_at, ${BEGINNING}) AS after_at, coalesce(anchor.to_uuid, '') AS after_uuid,
    coalesce(anchor.to_id, '') AS after_id,
    coalesce(anchor.to_at, ${BEGINNING}) AS to_at, coalesce(anchor.to_uuid, '') AS to_uuid,
    coalesce(anchor.to_id, '') AS to_id,
    coalesce(anchor.retained, 0) AS retained, 0::numeric AS difference
  FROM account LEFT JOIN anchor ON true
  UNION ALL
  SELECT outgoing.turn, outgoing.id, chain.to_at, chain.to_uuid, chain.to_id,
    settled.to_at, settled.to_uuid, settled.to_id, chain.retained + settled.running + outgoing.amount,
    CASE WHEN settled.fit = 3 THEN settled.running + outgoing.amount ELSE 0 END
  FROM chain JOIN outgoing ON outgoing.turn = chain.turn + 1 CROSS JOIN account CROSS JOIN LATERAL (
    SELECT candidate.*, CASE
        WHEN candidate.running + outgoing.amount = 0 THEN 0
        WHEN chain.retained + candidate.running + outgoing.amount = account.minimum_balance THEN 1
        WHEN chain.retained + candidate.running + outgoing.amount = 0 THEN 2
        ELSE 3 END AS fit
    FROM (
      SELECT chain.to_at, chain.to_uuid, chain.to_id, 0::numeric AS running, 0::bigint AS position
      UNION ALL
      SELECT open.occurred_at, open.originating_uuid, open.id,
        sum(open.amount) OVER in_order, row_number() OVER in_order
      FROM pos_account_transaction AS open
      WHERE open.connection_id = account.connection_id AND open.account_group = account.account_group
        AND (open.occurred_at, open.originating_uuid, open.id) > (chain.to_at, chain.to_uuid, chain.to_id)
        AND open.occurred_at <= outgoing.occurred_at AND open.type <> 'PAYOUT' AND open.deleted_at IS NULL
      WINDOW in_order AS (ORDER BY open.occurred_at, open.originating_uuid, open.id ROWS UNBOUNDED PRECEDING)
    ) AS candidate
    ORDER BY fit, candidate.position DESC LIMIT 1
  ) AS settled
), failed AS (
  SELECT DISTINCT ON (paid.id) paid.id AS transaction_id, back.id, back.occurred_at
  FROM account JOIN pos_account_transaction AS back USING (connection_id, account_group) CROSS JOIN LATERAL (
    SELECT paid.id FROM pos_account_transaction AS paid
    WHERE paid.connection_id = back.connection_id AND paid.account_group = back.account_group AND paid.type = 'PAYOUT'
      AND paid.amount = -back.amount AND paid.occurred_at <= back.occurred_at AND paid.deleted_at IS NULL
    ORDER BY paid.originating_uuid = back.originating_uuid DESC, paid.occurred_at DESC, paid.id LIMIT 1
  ) AS paid
  WHERE back.type = 'FAILED_PAYOUT' AND back.occurred_at >= account.compose_from AND back.deleted_at IS NULL
  ORDER BY paid.id, back.occurred_at, back.id
), figures AS (
  SELECT chain.*, outgoing.connection_id, outgoing.account_group, outgoing.originating_uuid, outgoing.occurred_at,
    outgoing.amount, failed.id AS failed_transaction_id, failed.occurred_at AS failed_at, summed.*
  FROM chain JOIN outgoing ON outgoing.id = chain.transaction_id
  LEFT JOIN failed ON failed.transaction_id = outgoing.id
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
      AND settled.type <> 'PAYOUT' AND settled.deleted_at IS NULL
  ) AS summed
), composed AS (
  INSERT INTO pos_payout (id, connection_id, account_group, transaction_id, originating_uuid, occurred_at, state,
    transactions, after_at, after_uuid, after_id, to_at, to_uuid, to_id, failed_transaction_id, failed_at,
    ${FIGURES.join(", ")}, ${FIGURES.map((name) => `raw_${name}`).join(", ")})
  SELECT replace(transaction_id, 'posatx_', 'pospo_'), connection_id, account_group, transaction_id, originating_uuid,
    occurred_at, CASE WHEN difference = 0 THEN 'closed' ELSE 'difference' END, transactions, after_at, after_uuid,
    after_id, to_at, to_uuid, to_id, failed_transaction_id, failed_at,
    ${FIGURES.join(", ")}, ${FIGURES.map((name) => rawOf(name)).join(", ")}
  FROM figures
  ON CONFLICT (transaction_id) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now(),
    ${[...FIGURES, ...FIGURES.map((name) => `raw_${name}`)].map((name) => `${name} = excluded.${name}`).join(", ")},
    ${["state", "transactions", "after_at", "after_uuid", "after_id", "to_at", "to_uuid", "to_id"]
      .map((name) => `${name} = excluded.${name}`)
      .join(", ")},
    failed_transaction_id = excluded.failed_transaction_id, failed_at = excluded.failed_at
  RETURNING id, state, occurred_at
), failed_since AS (
  UPDATE pos_payout AS payout
  SET failed_transaction_id = failed.id, failed_at = failed.occurred_at, updated_at = now()
  FROM failed, account
  WHERE payout.transaction_id = failed.transaction_id AND payout.occurred_at < account.compose_from
    AND payout.failed_transaction_id IS NULL AND payout.deleted_at IS NULL
), done AS (
  UPDATE pos_account SET compose_from = NULL, updated_at = now() WHERE id IN (SELECT id FROM account)
)
SELECT count(*) AS composed, coalesce(json_agg(json_build_object('id', id, 'occurred_at', occurred_at)
  ORDER BY occurred_at DESC) FILTER (WHERE state = 'difference' AND NOT EXISTS (
    SELECT 1 FROM pos_payout AS former WHERE former.id = composed.id AND former.state = 'difference')), '[]') AS unexplained
FROM composed`
