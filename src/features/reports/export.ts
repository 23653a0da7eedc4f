import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { type ExportKind, isBookExport, type TableKind } from "../../contract/accounting"
import {
  getReport,
  isReportExport,
  isSum,
  type Measure,
  MEASURES,
  type ReportExport,
  type ReportKind,
  shownBy,
} from "../../contract/reports"
import type { WebScope } from "../../medusa/web-sales"
import { POS_MODULE } from "../../modules/pos"
import type { ExportPeriod } from "../../modules/pos/database/days"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type ReportRow, reportRows, reportRowSchema } from "../../modules/pos/report"
import { prepareAccountingExport } from "../accounting"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { bringUpToDate } from "../finance"
import * as queries from "./export-store"
import { getGroups, computedScope } from "./sales-report"
import {
  type ColumnKinds,
  defineExport,
  type ExportFile,
  type ExportTable,
  saveExport,
  tableFile,
} from "../../documents/table-export"

/** `from` and `to`: days of the organization, both inclusive, as ISO dates. */
export type ExportTableInput = {
  connection_id: string
  kind: ExportKind
  from: string
  to: string
  /**
   * default: the organization's; accounting exports and reports always use the organization's, because its days are
   * closed and summed up
   */
  time_zone?: string | undefined
}

/** Writes one table of a period as CSV to the file module, or its accounting in the requested format. */
export const posExportTableStep = createStep("pos-export-table", async (input: ExportTableInput, { container }) => {
  const connection = await container.resolve(POS_MODULE).findConnection(input.connection_id)
  return new StepResponse(await saveExport(container, await prepareExport(container, connection, input)))
})

/**
 * Prepares one table of a period as CSV, or its accounting in the requested format, after the receipts so far are summed
 * up.
 * @throws AccountingExportError for an entry without an account, and for what the format does not accept
 */
export async function prepareExport(
  container: MedusaContainer,
  connection: ConnectionRecord,
  input: Omit<ExportTableInput, "connection_id">
): Promise<ExportFile> {
  const pos = container.resolve(POS_MODULE)
  const { kind, from, to } = input
  if (isReportExport(kind)) {
    return prepareReport(container, connection, { kind, from, to })
  }
  const chosenZone = isBookExport(kind) ? undefined : input.time_zone
  const timeZone = chosenZone ?? knownTimeZone(connection.time_zone)
  const today = organizationDate(await pos.now(), timeZone)
  const scope = { connectionId: connection.id, from, to, timeZone, today, currencyCode: connection.currency_code }
  await bringUpToDate(container, connection.id, scope)
  return isBookExport(kind)
    ? prepareAccountingExport(container, { connection, format: kind, period: { from, to, timeZone }, today })
    : tableFile(pos, `${kind}-${from}-${to}.csv`, EXPORT_TABLES[kind](scope))
}

/**
 * Writes one table of a period as CSV to the file module, or its accounting in the requested format.
 * @see posExportTableStep
 */
export const posExportTableWorkflow = createWorkflow("pos-export-table", (input: ExportTableInput) => {
  return new WorkflowResponse(posExportTableStep(input))
})

/** Input of a table; `today` and `currencyCode` are the organization's. */
export type ExportScope = ExportPeriod & { today: string; currencyCode: string }

const getOwnCurrency = ({ currency_code }: { currency_code: string }) => currency_code
const ownUpper = (row: { currency_code: string }) => row.currency_code.toUpperCase()

/** Exportable tables, by kind. */
const EXPORT_TABLES: Record<TableKind, (scope: ExportScope) => ExportTable> = {
  receipts: (scope) =>
    defineExport(scope, queries.exportedReceiptSchema, queries.getReceipts(scope), (column) => [
      column.moment("sold_at", (row) => row.sold_at),
      column.made("receipt_number", (row) => row.purchase_number),
      column.made("kind", (row) => (row.refund ? "refund" : "sale")),
      column.money("gross", (row) => row.amount, getOwnCurrency),
      column.money("vat", (row) => row.vat_amount, getOwnCurrency),
      column.made("currency", ownUpper),
      column.text("cashier", (row) => row.cashier),
      column.text("order_id", (row) => row.order_id),
      column.text("purchase_uuid", (row) => row.purchase_uuid),
    ]),
  vat: (scope) =>
    defineExport(scope, queries.exportedVatSchema, queries.getVat(scope), (column) => [
      column.made("day", (row) => row.day),
      column.text("rate", (row) => row.rate),
      column.money("gross", (row) => row.gross, getOwnCurrency),
      column.money("net", (row) => row.net, getOwnCurrency),
      column.money("vat", (row) => row.vat_amount, getOwnCurrency),
      column.made("currency", ownUpper),
    ]),
  payments: (scope) =>
    defineExport(scope, queries.exportedPaymentsSchema, queries.getPayments(scope), (column) => [
      column.made("day", (row) => row.day),
      column.text("type", (row) => row.type),
      column.made("payments", (row) => row.payments),
      column.money("amount", (row) => row.amount, getOwnCurrency),
      column.money("tips", (row) => row.gratuity_amount, getOwnCurrency),
      column.made("currency", ownUpper),
    ]),
  "account-transactions": (scope) =>
    defineExport(scope, queries.exportedTransactionSchema, queries.getAccountTransactions(scope), (column) => [
      column.moment("occurred_at", (row) => row.occurred_at),
      column.text("type", (row) => row.type),
      column.money(
        "amount",
        (row) => row.amount,
        () => scope.currencyCode
      ),
      column.made("receipt_number", (row) => row.purchase_number),
      column.text("order_id", (row) => row.order_id),
      column.text("originating_uuid", (row) => row.originating_uuid),
      column.moment("payout_at", (row) => row.payout_at),
      column.text("payout_id", (row) => row.payout_id),
    ]),
  payouts: (scope) =>
    defineExport(scope, queries.exportedPayoutSchema, queries.getPayouts(scope), (column) => [
      column.moment("occurred_at", (row) => row.occurred_at),
      ...(["net", "gross", "refunds", "fees", "returned", "adjustments", "difference"] as const).map((figure) =>
        column.money(
          figure,
          (row) => row[figure],
          () => scope.currencyCode
        )
      ),
      column.made("state", (row) => row.state),
      column.moment("failed_at", (row) => row.failed_at),
      column.text("payout_id", (row) => row.id),
    ]),
  "gift-cards": (scope) =>
    defineExport(
      scope,
      queries.exportedGiftCardSchema,
      queries.getGiftCards(scope.connectionId, scope.today),
      (column) => [
        column.text("card_uuid", (row) => row.card_uuid),
        column.made("standing", (row) => row.standing),
        column.made("created_on", (row) => row.created_on),
        column.made("valid_to", (row) => row.valid_to),
        column.money("initial", (row) => row.initial_amount, getOwnCurrency),
        column.money("remaining", (row) => row.remaining_amount, getOwnCurrency),
        column.made("currency", ownUpper),
      ]
    ),
  decisions: (scope) =>
    defineExport(scope, queries.exportedActivitySchema, queries.getActivities(scope), (column) => [
      column.moment("decided_at", (row) => row.begun_at),
      column.text("by", (row) => row.actor_name),
      column.text("by_id", (row) => row.actor_id),
      column.made("decision", (row) => row.kind),
      column.made("state", (row) => row.state),
      column.text("asked", (row) => row.asked),
      column.text("before", (row) => row.before),
      column.text("after", (row) => row.after),
    ]),
}

/** Prepares a report with the previous period as CSV. */
async function prepareReport(
  container: MedusaContainer,
  connection: ConnectionRecord,
  request: { kind: ReportExport; from: string; to: string }
): Promise<ExportFile> {
  const scope = await computedScope(container, connection, request)
  const table = reportTable(getReport(request.kind), scope)
  return tableFile(container.resolve(POS_MODULE), `${request.kind}-${request.from}-${request.to}.csv`, table)
}

/** Creates the table of a report: each measure, and comparable ones also for the previous period. */
function reportTable(kind: ReportKind, scope: WebScope): ExportTable {
  return defineExport(scope, reportRowSchema, reportRows(getGroups(kind, scope)), (column) => [
    column.text("key", ({ key }) => key),
    column.text("name", ({ name }) => name),
    column.text("variant", ({ variant }) => variant),
    column.made("currency", ({ currency_code }) => currency_code?.toUpperCase() ?? null),
    ...shownBy(kind).measures.flatMap((measure) => {
      const figures = getColumn(column, measure, "figures", scope.currencyCode)
      return isSum(measure) ? [figures, getColumn(column, measure, "before", scope.currencyCode)] : [figures]
    }),
  ])
}

function getColumn(
  column: ColumnKinds<ReportRow>,
  measure: Measure,
  period: "figures" | "before",
  currencyCode: string
) {
  const title = period === "figures" ? measure : `${measure}_before`
  const read = (row: ReportRow) => row[period][measure] ?? null
  return MEASURES[measure] === "money"
    ? column.money(
        title,
        (row) => {
          const amount = read(row)
          return amount === null ? null : Number(amount)
        },
        ({ currency_code }) => currency_code ?? currencyCode
      )
    : column.made(title, read)
}
