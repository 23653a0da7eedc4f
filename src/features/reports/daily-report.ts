import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { GIFT_CARD_TOUCH_KINDS } from "../../contract/finance"
import { POS_MODULE } from "../../modules/pos"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import { withinDays, type ExportPeriod } from "../../modules/pos/database/days"
import type { Sql } from "../../modules/pos/database/sql"
import { toColumnText } from "../../money/money"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { bringUpToDate } from "../finance"
import { exportedPaymentsSchema, exportedVatSchema, getPayments, getVat } from "./export-store"
import { openSheet, type SheetLine } from "../../documents/pdf"
import { writeFile } from "../../documents/table-export"

/** `date`: a day of the organization as an ISO date; default: today. */
export type DailyReportInput = { connection_id: string; date?: string | undefined }

/** Computes the report of a day; amounts in minor units. @throws ConnectionNotFoundError */
export async function dailyReport(container: MedusaContainer, input: DailyReportInput) {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(input.connection_id)
  const timeZone = knownTimeZone(connection.time_zone)
  const now = await pos.now()
  const date = input.date ?? organizationDate(now, timeZone)
  const period = { connectionId: connection.id, from: date, to: date, timeZone }
  const head = {
    organization: connection.organization_name ?? connection.organization_uuid,
    date,
    timeZone,
    currencyCode: connection.currency_code,
    madeAt: now.toISOString(),
  }
  await bringUpToDate(container, connection.id, period)
  return { head, report: await pos.query((sql) => readDailyReport(sql, period, connection.currency_code)) }
}

/** Writes the day's report as a PDF to the store's file module. */
export const posWriteDailyReportStep = createStep(
  "pos-write-daily-report",
  async (input: DailyReportInput, { container }) => {
    const { head, report } = await dailyReport(container, input)
    const { reportFont } = (await container.resolve(POS_MODULE).getOptions()).finance
    const target = { filename: `daily-report-${head.date}.pdf`, mimeType: "application/pdf" }
    const { file } = await writeFile(container, target, async (write) => {
      for await (const piece of await reportPdf(report, head, reportFont)) {
        await write(piece)
      }
    })
    return new StepResponse({ file })
  }
)

/**
 * Writes the report of a day as a PDF to the store's file module.
 * @see posWriteDailyReportStep
 */
export const posWriteDailyReportWorkflow = createWorkflow("pos-write-daily-report", (input: DailyReportInput) => {
  return new WorkflowResponse(posWriteDailyReportStep(input))
})

const totalsSchema = z.object({
  currency_code: z.string(),
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
  currency_code: z.string(),
  kind: z.enum(GIFT_CARD_TOUCH_KINDS),
  touches: z.coerce.number(),
  amount: minorUnitsColumn,
})

/** Sales of a day or several days; amounts in minor units. */
type DailyReport = Awaited<ReturnType<typeof readDailyReport>>

const NO_TOTALS = {
  sales: 0,
  refunds: 0,
  gross_sales: 0,
  gross_refunds: 0,
  gross: 0,
  vat: 0,
  first_number: null,
  last_number: null,
}

/**
 * Sums up the receipts of a period: totals, VAT by rate, payments by type, gift cards. `other_currencies` has the same
 * sums of the receipts in other currencies than `currencyCode`, which an organization has when it changed its currency.
 */
export async function readDailyReport(sql: Sql, period: ExportPeriod, currencyCode: string) {
  const sold = withinDays("sold_at", period)
  const touched = withinDays("touch.occurred_at", period)
  const vat = getVat(period)
  const payments = getPayments(period)
  const [totalsRows, vatRows, paymentRows, giftCardRows] = await Promise.all([
    sql(
      totalsSchema,
      `SELECT currency_code, count(*) FILTER (WHERE NOT refund) AS sales, count(*) FILTER (WHERE refund) AS refunds,
         coalesce(sum(amount) FILTER (WHERE NOT refund), 0) AS gross_sales,
         coalesce(sum(amount) FILTER (WHERE refund), 0) AS gross_refunds, sum(amount) AS gross,
         coalesce(sum(vat_amount), 0) AS vat, min(purchase_number) AS first_number, max(purchase_number) AS last_number
       FROM pos_receipt WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL
       GROUP BY currency_code`,
      [period.connectionId, ...sold.bindings]
    ),
    sql(exportedVatSchema, vat.text, vat.bindings),
    sql(exportedPaymentsSchema, payments.text, payments.bindings),
    sql(
      giftCardsSchema,
      `SELECT receipt.currency_code, touch.kind, count(*) AS touches, sum(touch.amount) AS amount
       FROM pos_gift_card_transaction AS touch CROSS JOIN LATERAL (
         SELECT currency_code FROM pos_receipt WHERE id = touch.receipt_id OFFSET 0) AS receipt
       WHERE touch.connection_id = ? AND ${touched.text} AND touch.deleted_at IS NULL
       GROUP BY receipt.currency_code, touch.kind ORDER BY touch.kind`,
      [period.connectionId, ...touched.bindings]
    ),
  ])
  const sumsIn = (code: string) => {
    const isIn = ({ currency_code }: { currency_code: string }) => currency_code === code
    const { currency_code, ...totals } = totalsRows.find(isIn) ?? { currency_code: code, ...NO_TOTALS }
    return {
      totals,
      vat: vatRows.filter(isIn).map(({ rate, gross, net, vat_amount }) => ({ rate, gross, net, vat_amount })),
      payments: paymentRows.filter(isIn).map(({ type, payments: count, amount, gratuity_amount }) => ({
        type,
        payments: count,
        amount,
        tips: gratuity_amount,
      })),
      gift_cards: giftCardRows.filter(isIn).map(({ kind, touches, amount }) => ({ kind, touches, amount })),
    }
  }
  const otherCurrencies = totalsRows.map(({ currency_code }) => currency_code).filter((code) => code !== currencyCode)
  return {
    ...sumsIn(currencyCode),
    other_currencies: otherCurrencies.sort().map((currency_code) => ({ currency_code, ...sumsIn(currency_code) })),
  }
}

/** Header of a report. `date` is the organization's, ISO date. */
export type ReportHead = { organization: string; date: string; timeZone: string; currencyCode: string; madeAt: string }

/** Creates the day's report as a PDF stream. @param font path as in {@link openSheet} */
async function reportPdf(report: DailyReport, head: ReportHead, font: string | null): Promise<AsyncIterable<Buffer>> {
  const title = `Daily report ${head.date}`
  const sheet = await openSheet({ title, author: head.organization, font })
  sheet.text(head.organization, 18)
  sheet.text(title, 13)
  const ownCurrency = head.currencyCode.toUpperCase()
  const isMixed = report.other_currencies.length > 0
  sheet.text(`${head.timeZone}, ${isMixed ? "" : `all amounts in ${ownCurrency}, `}made ${head.madeAt}`, 9)
  for (const sums of [{ currency_code: head.currencyCode, ...report }, ...report.other_currencies]) {
    for (const [heading, lines] of getSections(sums, sums.currency_code)) {
      sheet.section(isMixed ? `${heading} in ${sums.currency_code.toUpperCase()}` : heading, lines)
    }
  }
  return sheet.end()
}

/** Returns the sections of the report in one currency, in order. */
function getSections(
  report: Omit<DailyReport, "other_currencies">,
  currencyCode: string
): [title: string, lines: SheetLine[]][] {
  const { totals } = report
  const money = (minor: number) => toColumnText(minor, currencyCode)
  const numbers = totals.first_number === null ? "none" : `${totals.first_number} to ${totals.last_number}`
  return [
    [
      "Totals",
      [
        ["Receipts", numbers],
        [`Sales (${totals.sales})`, money(totals.gross_sales)],
        [`Refunds (${totals.refunds})`, money(totals.gross_refunds)],
        ["Gross", money(totals.gross)],
        ["VAT", money(totals.vat)],
        ["Net", money(totals.gross - totals.vat)],
      ],
    ],
    [
      "VAT by rate",
      report.vat.map(({ rate, gross, net, vat_amount }) => [
        `${rate === null ? "No rate" : `${rate} %`} (gross ${money(gross)}, net ${money(net)})`,
        money(vat_amount),
      ]),
    ],
    [
      "Payments",
      report.payments.flatMap(({ type, payments, amount, tips }): SheetLine[] => {
        const paid: SheetLine = [`${type} (${payments})`, money(amount)]
        return tips === 0 ? [paid] : [paid, ["of it tips", money(tips)]]
      }),
    ],
    ["Gift cards", report.gift_cards.map(({ kind, touches, amount }) => [`${kind} (${touches})`, money(amount)])],
  ]
}
