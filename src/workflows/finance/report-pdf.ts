import PDFDocument from "pdfkit"
import type { DailyReport } from "../../modules/pos/queries/finance/daily-report"
import { toColumnText } from "../../translate/money"

/** What stands above the figures. `date` is the organisation's, ISO. */
export type ReportHead = { organization: string; date: string; timeZone: string; currencyCode: string; madeAt: string }

type Line = [label: string, amount: string]

const MARGIN = 56
const NUMBERS_WIDTH = 140

/** The letters of the fonts that every reader of PDF has; another script needs a font of its own. */
const OUTSIDE_LATIN = /[^\u0020-\u007E\u00A0-\u00FF\u20AC]/gu

/**
 * The day's report as a PDF, piece by piece.
 * @param font path of a TrueType or OpenType font for names in other scripts than Latin; without it they show as "?"
 */
export function reportPdf(report: DailyReport, head: ReportHead, font: string | null): AsyncIterable<Buffer> {
  const info = { Title: `Daily report ${head.date}`, Author: head.organization }
  const document = new PDFDocument({ size: "A4", margin: MARGIN, info })
  const printable = (text: string) => (font === null ? text.replace(OUTSIDE_LATIN, "?") : text)
  const width = document.page.width - 2 * MARGIN
  if (font !== null) {
    document.font(font)
  }
  const section = (title: string, lines: Line[]) => {
    document.moveDown().fontSize(13).text(title, MARGIN).moveDown(0.3).fontSize(10)
    for (const [label, amount] of lines) {
      const top = document.y
      document.text(printable(label), MARGIN, top, { width: width - NUMBERS_WIDTH })
      const below = document.y
      document.text(amount, MARGIN + width - NUMBERS_WIDTH, top, { width: NUMBERS_WIDTH, align: "right" })
      document.y = Math.max(below, document.y)
    }
  }
  document.fontSize(18).text(printable(head.organization)).fontSize(13).text(`Daily report ${head.date}`)
  document.fontSize(9).text(`${head.timeZone}, all amounts in ${head.currencyCode.toUpperCase()}, made ${head.madeAt}`)
  sectionsOf(report, head.currencyCode).forEach(([title, lines]) => section(title, lines))
  document.end()
  return document
}

/** What the report says, in order. */
export function sectionsOf(report: DailyReport, currencyCode: string): [title: string, lines: Line[]][] {
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
      report.payments.flatMap(({ type, payments, amount, tips }): Line[] => [
        [`${type} (${payments})`, money(amount)],
        ...(tips === 0 ? [] : [[`of it tips`, money(tips)] satisfies Line]),
      ]),
    ],
    ["Gift cards", report.gift_cards.map(({ kind, touches, amount }) => [`${kind} (${touches})`, money(amount)])],
  ]
}
