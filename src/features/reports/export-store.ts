import { z } from "zod"
import {
  minorUnitsColumn,
  momentColumn,
  nullableMinorUnitsColumn,
  nullableMomentColumn,
} from "../../modules/pos/database/big-number"
import { type ExportPeriod, withinDays } from "../../modules/pos/database/days"
import { type Fragment, fragment } from "../../modules/pos/database/page"
import { PAYOUT_OF } from "../finance"
import { STANDING } from "../gift-cards"

export const exportedReceiptSchema = z.object({
  sold_at: momentColumn,
  purchase_number: z.number().nullable(),
  purchase_uuid: z.string(),
  order_id: z.string().nullable(),
  refund: z.boolean(),
  amount: minorUnitsColumn,
  vat_amount: nullableMinorUnitsColumn,
  currency_code: z.string(),
  cashier: z.string().nullable(),
})

export function getReceipts(period: ExportPeriod): Fragment {
  const sold = withinDays("sold_at", period)
  return {
    text: `SELECT sold_at, purchase_number, purchase_uuid, order_id, refund, amount, vat_amount, currency_code, cashier
      FROM pos_receipt WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL ORDER BY sold_at, id`,
    bindings: [period.connectionId, ...sold.bindings],
  }
}

export const exportedVatSchema = z.object({
  day: z.string(),
  /** percent as decimal text; null: without a rate, such as tips */
  rate: z.string().nullable(),
  gross: minorUnitsColumn,
  net: minorUnitsColumn,
  vat_amount: minorUnitsColumn,
  currency_code: z.string(),
})

/** SQL of turnover and VAT by day and rate; their sums equal those of the receipts. @see findReceiptsWithoutVat */
export function getVat(period: ExportPeriod): Fragment {
  const sold = withinDays("sold_at", period)
  return {
    text: `SELECT (sold_at AT TIME ZONE ?)::date::text AS day, part.rate, sum(part.gross) AS gross, sum(part.net) AS net,
        sum(part.tax) AS vat_amount, currency_code
      FROM pos_receipt CROSS JOIN LATERAL jsonb_to_recordset(vat_by_rate)
        AS part(rate text, gross numeric, net numeric, tax numeric)
      WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL
      GROUP BY 1, part.rate, currency_code
      HAVING part.rate IS NOT NULL OR sum(part.gross) <> 0 OR sum(part.tax) <> 0
      ORDER BY 1, part.rate::numeric, currency_code`,
    bindings: [period.timeZone, period.connectionId, ...sold.bindings],
  }
}

export const exportedPaymentsSchema = z.object({
  day: z.string(),
  type: z.string(),
  payments: z.coerce.number(),
  amount: minorUnitsColumn,
  gratuity_amount: minorUnitsColumn,
  currency_code: z.string(),
})

export function getPayments(period: ExportPeriod): Fragment {
  const sold = withinDays("sold_at", period)
  return {
    text: `SELECT (sold_at AT TIME ZONE ?)::date::text AS day, type, count(*) AS payments, sum(amount) AS amount,
        coalesce(sum(gratuity_amount), 0) AS gratuity_amount, currency_code
      FROM pos_receipt_payment WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL
      GROUP BY 1, type, currency_code ORDER BY 1, type, currency_code`,
    bindings: [period.timeZone, period.connectionId, ...sold.bindings],
  }
}

export const exportedTransactionSchema = z.object({
  occurred_at: momentColumn,
  type: z.string(),
  amount: minorUnitsColumn,
  originating_uuid: z.string(),
  purchase_number: z.number().nullable(),
  order_id: z.string().nullable(),
  payout_id: z.string().nullable(),
  payout_at: nullableMomentColumn,
})

/** SQL of the liquid account's transactions, including fees, each with its payout. */
export function getAccountTransactions(period: ExportPeriod): Fragment {
  const withinPeriod = withinDays("moved.occurred_at", period)
  return {
    text: `SELECT moved.occurred_at, moved.type, moved.amount, moved.originating_uuid, receipt.purchase_number,
        receipt.order_id, payout.id AS payout_id, payout.occurred_at AS payout_at
      FROM pos_account_transaction AS moved
      LEFT JOIN LATERAL ${PAYOUT_OF("moved")} AS payout ON true
      LEFT JOIN pos_receipt_payment AS payment ON payment.id = moved.receipt_payment_id
      LEFT JOIN pos_receipt AS receipt ON receipt.id = payment.receipt_id
      WHERE moved.connection_id = ? AND moved.account_group = 'liquid' AND ${withinPeriod.text}
        AND moved.withdrawn_at IS NULL AND moved.deleted_at IS NULL
      ORDER BY moved.occurred_at, moved.originating_uuid, moved.id`,
    bindings: [period.connectionId, ...withinPeriod.bindings],
  }
}

export const exportedPayoutSchema = z.object({
  id: z.string(),
  occurred_at: momentColumn,
  net: minorUnitsColumn,
  gross: minorUnitsColumn,
  refunds: minorUnitsColumn,
  fees: minorUnitsColumn,
  returned: minorUnitsColumn,
  adjustments: minorUnitsColumn,
  difference: minorUnitsColumn,
  state: z.string(),
  failed_at: nullableMomentColumn,
})

export function getPayouts(period: ExportPeriod): Fragment {
  const paid = withinDays("occurred_at", period)
  return {
    text: `SELECT id, occurred_at, -amount AS net, gross, refunds, fees, returned, adjustments, difference, state, failed_at
      FROM pos_payout WHERE connection_id = ? AND account_group = 'liquid' AND ${paid.text} AND deleted_at IS NULL
      ORDER BY occurred_at, id`,
    bindings: [period.connectionId, ...paid.bindings],
  }
}

export const exportedGiftCardSchema = z.object({
  card_uuid: z.string(),
  standing: z.string(),
  created_on: z.string().nullable(),
  valid_to: z.string().nullable(),
  initial_amount: nullableMinorUnitsColumn,
  remaining_amount: nullableMinorUnitsColumn,
  currency_code: z.string(),
})

/** SQL of all known gift cards, with their status on a date of the organization (ISO date). */
export function getGiftCards(connectionId: string, today: string): Fragment {
  return fragment(
    `SELECT card_uuid, ${STANDING} AS standing, created_on, valid_to, initial_amount, remaining_amount, currency_code
     FROM pos_gift_card WHERE connection_id = ? AND deleted_at IS NULL ORDER BY created_on, id`,
    today,
    connectionId
  )
}

export const exportedActivitySchema = z.object({
  begun_at: momentColumn,
  actor_name: z.string().nullable(),
  actor_id: z.string(),
  kind: z.string(),
  state: z.string(),
  /** JSON, as text */
  asked: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** SQL of a connection's activity log in a period. */
export function getActivities(period: ExportPeriod): Fragment {
  const decided = withinDays("begun_at", period)
  return {
    text: `SELECT begun_at, actor_name, actor_id, kind, state, asked::text, before::text, after::text
      FROM pos_activity WHERE connection_id = ? AND ${decided.text} AND deleted_at IS NULL ORDER BY begun_at, id`,
    bindings: [period.connectionId, ...decided.bindings],
  }
}
