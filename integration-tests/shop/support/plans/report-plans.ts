import { listCandidates } from "../../../../src/features/catalog/candidate-store"
import { listIssues } from "../../../../src/features/monitoring/issues"
import { readHealth } from "../../../../src/features/monitoring/connection-status"
import { readDailyReport } from "../../../../src/features/reports/daily-report"
import {
  listAccountTransactions,
  listOrderPayments,
  listUnsettledPayments,
} from "../../../../src/features/finance/transaction-lists"
import { listGiftCards, listGiftCardTouches } from "../../../../src/features/gift-cards/list"
import { listPayouts, listUnusualFees } from "../../../../src/features/finance/payout-lists"
import { findProvableCard } from "../../../../src/features/gift-cards/store"
import { readOldestEntry, readStanding, readUsedBudgets } from "../../../../src/features/monitoring/gauges"
import { hasProductLinks } from "../../../../src/features/catalog/outbox"
import { readSales, readTopProducts } from "../../../../src/features/reports/overview"
import { REPORT_KINDS } from "../../../../src/contract/reports"
import {
  areSalesMarked,
  readSoldOn,
  replaceFigures,
  takeMarkedDays,
} from "../../../../src/features/sales/daily-sales-store"
import { readReport } from "../../../../src/modules/pos/report"
import { getGroups } from "../../../../src/features/reports/sales-report"
import { listCashiers, listMatchingReceipts } from "../../../../src/features/receipts/list"
import { readRelatedReceipts } from "../../../../src/features/receipts/document"
import { planByIndexes, type Sql } from "../../../../src/modules/pos/database/sql"
import { DAYS as SEEDED_DAYS } from "../../../../test-support/years/seed-history"
import type { PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

const PAGE = { limit: 20, offset: 0 }

/** A list is counted up to 10,000, and so many rows are read for its count. */
const COUNTED = 1_000

/** So many of the latest receipts are read for a search. */
const LATEST = 2_000

/** Days of the reports, within the seeded ones. */
const DAYS = 7

/** Lists and reports of the admin. @param perDay receipts of a day */
export const reportPlansOf =
  (perDay: number): PlannedOf =>
  ({ connectionId, receipts, from, to, now }) => {
    const filters = { connectionId, group: "liquid" as const }
    const [receipt] = receipts
    const uuid = receipt?.uuid ?? ""
    const week = perDay * DAYS
    const lastDay = new Date("2026-08-14T12:00:00Z")
    const period = { connectionId, currencyCode: "sek", timeZone: "UTC", days: DAYS, now: lastDay }
    const day = { connectionId, from: "2025-03-01", to: "2025-03-01", timeZone: "UTC" }
    const twoWeeks = {
      connectionId,
      timeZone: "UTC",
      currencyCode: "sek",
      from: "2025-03-08",
      to: "2025-03-14",
      before: { from: "2025-03-01", to: "2025-03-07" },
    }
    return [
      { name: "gauges", due: DUE, run: async (sql) => readStanding(sql, now) },
      { name: "oldest entry, for readiness", due: 1, run: async (sql) => readOldestEntry(sql, now) },
      { name: "whether there are links", due: 1, run: async (sql) => hasProductLinks(sql, connectionId) },
      { name: "used budgets", due: DUE, run: async (sql) => readUsedBudgets(sql, now) },
      { name: "issues", due: DUE, run: async (sql) => listIssues(sql, now) },
      {
        name: "health",
        due: DUE + week,
        plan: planByIndexes,
        run: async (sql) => readHealth(sql, connectionId, lastDay),
      },
      { name: "sales of a week", due: week, run: async (sql) => readSales(sql, period) },
      { name: "what was sold most", due: week, run: async (sql) => readTopProducts(sql, period) },
      { name: "daily report", due: perDay, run: async (sql) => readDailyReport(sql, day, "sek") },
      ...REPORT_KINDS.map((kind) => ({
        name: `report of a week: ${kind}`,
        due: 2 * week,
        run: async (sql: Sql) => readReport(sql, getGroups(kind, twoWeeks), PAGE.limit),
      })),
      { name: "days to be summed up", due: DUE, run: async (sql) => areSalesMarked(sql, day) },
      { name: "marked days", due: DUE, run: async (sql) => takeMarkedDays(sql, day, DAYS) },
      { name: "receipts of a day", due: perDay, run: async (sql) => readSoldOn(sql, { ...day, day: day.from }) },
      { name: "figures of a day", due: perDay, run: async (sql) => replaceFigures(sql, connectionId, day.from, []) },
      {
        name: "related receipts",
        due: 2,
        run: async (sql) =>
          readRelatedReceipts(sql, { connection_id: connectionId, purchase_uuid: uuid, refunds_purchase_uuid: uuid }),
      },
      // None of the seeded receipts is paid so or has this cashier: only days that have one are read, beside the latest.
      ...[
        { contents: { payment: "pay-later" as const }, due: LATEST + week },
        { contents: { cashier: "Åsa Öberg" }, due: LATEST + week },
        // The sums of all products are searched for a part of a title.
        { contents: { product: "Tröja 1" }, due: LATEST + perDay * SEEDED_DAYS },
      ].map(({ contents, due }) => ({
        name: `receipts with ${Object.keys(contents).join()}`,
        due,
        plan: planByIndexes,
        run: async (sql: Sql) =>
          listMatchingReceipts(sql, {
            connectionId,
            timeZone: "UTC",
            contents,
            filters: {},
            period: {},
            page: PAGE,
            variantUuids: [],
          }),
      })),
      { name: "cashiers", due: COUNTED, run: async (sql) => listCashiers(sql, connectionId, lastDay) },
      { name: "transactions", due: COUNTED, run: async (sql) => listAccountTransactions(sql, filters, PAGE) },
      {
        name: "fees of a week",
        due: week,
        run: async (sql) => listAccountTransactions(sql, { ...filters, type: "PAYMENT_FEE", from, to }, PAGE),
      },
      {
        name: "open transactions",
        due: COUNTED,
        run: async (sql) => listAccountTransactions(sql, { ...filters, open: true }, PAGE),
      },
      {
        name: "transactions without a receipt",
        due: COUNTED,
        run: async (sql) => listAccountTransactions(sql, { ...filters, withoutReceipt: true }, PAGE),
      },
      { name: "payouts", due: COUNTED, run: async (sql) => listPayouts(sql, { ...filters, order: "-amount" }, PAGE) },
      { name: "payments of an order", due: 2, run: async (sql) => listOrderPayments(sql, receipt?.order ?? "") },
      {
        name: "unsettled payments",
        due: COUNTED,
        run: async (sql) => listUnsettledPayments(sql, { connectionId, soldBefore: now }, PAGE),
      },
      {
        name: "unusual fees of a week",
        due: week,
        run: async (sql) => listUnusualFees(sql, { connectionId, from, to, tolerance: 0.1 }, PAGE),
      },
      {
        name: "gift cards",
        due: COUNTED,
        run: async (sql) => listGiftCards(sql, { connectionId, today: "2026-01-01" }, PAGE),
      },
      { name: "touches of a card", due: 2, run: async (sql) => listGiftCardTouches(sql, connectionId, uuid) },
      { name: "a card's proof", due: 2, run: async (sql) => findProvableCard(sql, uuid) },
      { name: "candidates", due: DUE, run: async (sql) => listCandidates(sql, { connection_id: connectionId }, PAGE) },
    ]
  }
