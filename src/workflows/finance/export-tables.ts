import { activitiesOf, exportedActivitySchema } from "../../modules/pos/queries/connection/activities"
import * as queries from "../../modules/pos/queries/finance/export-queries"
import type { TableKind } from "../../vocabulary/export"
import { type ExportTable, defineExport } from "./define-export"

/** What a table is made for; `today` and `currencyCode` are the organisation's. */
export type ExportScope = queries.ExportPeriod & { today: string; currencyCode: string }

const own = ({ currency_code }: { currency_code: string }) => currency_code
const ownUpper = (row: { currency_code: string }) => row.currency_code.toUpperCase()

/** The tables that can be exported, by kind. */
export const EXPORT_TABLES: Record<TableKind, (scope: ExportScope) => ExportTable> = {
  receipts: (scope) =>
    defineExport(scope.timeZone, queries.exportedReceiptSchema, queries.receiptsOf(scope), (column) => [
      column.moment("sold_at", (row) => row.sold_at),
      column.made("receipt_number", (row) => row.purchase_number),
      column.made("kind", (row) => (row.refund ? "refund" : "sale")),
      column.money("gross", (row) => row.amount, own),
      column.money("vat", (row) => row.vat_amount, own),
      column.made("currency", ownUpper),
      column.text("cashier", (row) => row.cashier),
      column.text("order_id", (row) => row.order_id),
      column.text("purchase_uuid", (row) => row.purchase_uuid),
    ]),
  vat: (scope) =>
    defineExport(scope.timeZone, queries.exportedVatSchema, queries.vatOf(scope), (column) => [
      column.made("day", (row) => row.day),
      column.text("rate", (row) => row.rate),
      column.money("gross", (row) => row.gross, own),
      column.money("net", (row) => row.net, own),
      column.money("vat", (row) => row.vat_amount, own),
      column.made("currency", ownUpper),
    ]),
  payments: (scope) =>
    defineExport(scope.timeZone, queries.exportedPaymentsSchema, queries.paymentsOf(scope), (column) => [
      column.made("day", (row) => row.day),
      column.text("type", (row) => row.type),
      column.made("payments", (row) => row.payments),
      column.money("amount", (row) => row.amount, own),
      column.money("tips", (row) => row.gratuity_amount, own),
      column.made("currency", ownUpper),
    ]),
  "account-transactions": (scope) =>
    defineExport(scope.timeZone, queries.exportedTransactionSchema, queries.accountTransactionsOf(scope), (column) => [
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
    defineExport(scope.timeZone, queries.exportedPayoutSchema, queries.payoutsOf(scope), (column) => [
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
      scope.timeZone,
      queries.exportedGiftCardSchema,
      queries.giftCardsOf(scope.connectionId, scope.today),
      (column) => [
        column.text("card_uuid", (row) => row.card_uuid),
        column.made("standing", (row) => row.standing),
        column.made("created_on", (row) => row.created_on),
        column.made("valid_to", (row) => row.valid_to),
        column.money("initial", (row) => row.initial_amount, own),
        column.money("remaining", (row) => row.remaining_amount, own),
        column.made("currency", ownUpper),
      ]
    ),
  decisions: (scope) =>
    defineExport(scope.timeZone, exportedActivitySchema, activitiesOf(scope), (column) => [
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
