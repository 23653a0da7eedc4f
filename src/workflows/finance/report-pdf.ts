import type { DailyReport } from "../../modules/pos/queries/finance/daily-report"
import { toColumnText } from "../../translate/money"
import { openSheet, type SheetLine } from "../pdf/open-sheet"

/** What stands above the figures. `date` is the organisation's, ISO. */
export type ReportHead = { organization: string; date: string; timeZone: string; currencyCode: string; madeAt: string }

/** The day's report as a PDF, piece by piece. @param font as {@link openSheet} has it */
export function reportPdf(report: DailyReport, head: ReportHead, font: string | null): AsyncIterable<Buffer> {
  const title = `Daily report ${head.date}`
  const sheet = openSheet({ title, author: head.organization, font })
  sheet.text(head.organization, 18)
  sheet.text(title, 13)
  sheet.text(`${head.timeZone}, all amounts in ${head.currencyCode.toUpperCase()}, made ${head.madeAt}`, 9)
  sectionsOf(report, head.currencyCode).forEach(([heading, lines]) => sheet.section(heading, lines))
  return sheet.end()
}

/** What the report says, in order. */
export function sectionsOf(report: DailyReport, currencyCode: string): [title: string, lines: SheetLine[]][] {
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
      report.payments.flatMap(({ type, payments, amount, tips }): SheetLine[] => [
        [`${type} (${payments})`, money(amount)],
        ...(tips === 0 ? [] : [[`of it tips`, money(tips)] satisfies SheetLine]),
      ]),
    ],
    ["Gift cards", report.gift_cards.map(({ kind, touches, amount }) => [`${kind} (${touches})`, money(amount)])],
  ]
}
