import { z } from "@medusajs/framework/zod"
import { GIFT_CARD_TOUCH_KINDS } from "../../../../vocabulary/gift-card"
import { minorUnitsColumn } from "../../database/big-number"
import {
  exportedPaymentsSchema,
  exportedVatSchema,
  type ExportPeriod,
  paymentsOf,
  vatOf,
  within,
} from "./export-queries"
import type { Sql } from "../../database/sql"

const totalsSchema = z.object({
  sales: z.coerce.number(),
  refunds: z.coerce.number(),
  gross_sales: minorUnitsColumn,
  gross_refunds: minorUnitsColumn,
  gross: minorUnitsColumn,
  vat: minorUnitsColumn,
  first_number: z.number().nullable(),
  last_number: z.number().nullable(),
})

const giftCardsSchema = z.object({
  kind: z.enum(GIFT_CARD_TOUCH_KINDS),
  touches: z.coerce.number(),
  amount: minorUnitsColumn,
})

/** What was sold on a day, or over some; amounts in minor units of one currency. */
export type DailyReport = Awaited<ReturnType<typeof readDailyReport>>

/** Sums of the receipts of a period: totals, VAT by rate, payments by type, gift cards. */
export async function readDailyReport(sql: Sql, period: ExportPeriod) {
  const sold = within("sold_at", period)
  const touched = within("occurred_at", period)
  const vat = vatOf(period)
  const payments = paymentsOf(period)
  const [totals, vatRows, paymentRows, giftCards] = await Promise.all([
    sql(
      totalsSchema,
      `SELECT count(*) FILTER (WHERE NOT refund) AS sales, count(*) FILTER (WHERE refund) AS refunds,
         coalesce(sum(amount) FILTER (WHERE NOT refund), 0) AS gross_sales,
         coalesce(sum(amount) FILTER (WHERE refund), 0) AS gross_refunds, coalesce(sum(amount), 0) AS gross,
         coalesce(sum(vat_amount), 0) AS vat, min(purchase_number) AS first_number, max(purchase_number) AS last_number
       FROM pos_receipt WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL`,
      [period.connectionId, ...sold.bindings]
    ),
    sql(exportedVatSchema, vat.text, vat.bindings),
    sql(exportedPaymentsSchema, payments.text, payments.bindings),
    sql(
      giftCardsSchema,
      `SELECT kind, count(*) AS touches, sum(amount) AS amount FROM pos_gift_card_touch
       WHERE connection_id = ? AND ${touched.text} AND deleted_at IS NULL GROUP BY kind ORDER BY kind`,
      [period.connectionId, ...touched.bindings]
    ),
  ])
  return {
    totals: totalsSchema.parse(totals[0]),
    vat: vatRows.map(({ rate, gross, net, vat_amount }) => ({ rate, gross, net, vat_amount })),
    payments: paymentRows.map(({ type, payments: count, amount, gratuity_amount }) => ({
      type,
      payments: count,
      amount,
      tips: gratuity_amount,
    })),
    gift_cards: giftCards,
  }
}
