import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { composePayouts, lockAccount } from "../../src/features/finance/allocate-payouts"
import {
  listAccountTransactions,
  listOrderPayments,
  listUnsettledPayments,
} from "../../src/features/finance/transaction-lists"
import { COUNT_LIMIT } from "../../src/modules/pos/database/page"
import { listPayouts, listUnusualFees } from "../../src/features/finance/payout-lists"
import type { Sql } from "../../src/modules/pos/database/sql"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { storeSuite } from "./support/store-suite"

const DAYS = 1_000
const PER_DAY = 20

const SCANNED = /"Seq Scan"[^}]*"pos_(account_transaction|receipt)/

storeSuite({
  moduleName: "ledger-speed",
  testSuite: ({ dbConnection }) => {
    const connectionId = "poscon_speed"
    const group = "liquid" as const

    it("finds every list by an index, whatever is stored", async () => {
      const transactions = await seedLedger(dbConnection, connectionId, DAYS, PER_DAY)
      const payouts = await dbConnection.transaction(async (transaction: Knex.Transaction) => {
        await lockAccount(sqlOn(transaction), "posacc_speed")
        return composePayouts(sqlOn(transaction), "posacc_speed")
      })
      expect(payouts).toEqual({ composed: DAYS, unexplained: [], unmatched: [] })
      await dbConnection.raw("ANALYZE pos_receipt, pos_receipt_payment, pos_account_transaction, pos_payout")
      const { rows: closed } = await dbConnection.raw(
        "SELECT count(*)::int AS payouts, sum(transactions)::int AS transactions FROM pos_payout WHERE state = 'closed'"
      )
      expect(closed).toEqual([{ payouts: DAYS, transactions: transactions - DAYS }])

      const { rows } = await dbConnection.raw("SELECT id FROM pos_payout ORDER BY occurred_at LIMIT 1 OFFSET 500")
      const page = { limit: 20, offset: 0 }
      const filters = { connectionId, group }
      const [from, to] = [new Date("2025-03-01"), new Date("2025-03-08")]
      const lists: Record<string, (sql: Sql) => Promise<unknown>> = {
        transactions: (sql) => listAccountTransactions(sql, filters, page),
        ascending: (sql) => listAccountTransactions(sql, { ...filters, ascending: true }, page),
        deep: (sql) => listAccountTransactions(sql, filters, { limit: 20, offset: COUNT_LIMIT }),
        byType: (sql) => listAccountTransactions(sql, { ...filters, type: "PAYOUT" }, page),
        byUnknownType: (sql) => listAccountTransactions(sql, { ...filters, type: "NY_TYP" }, page),
        byPeriod: (sql) => listAccountTransactions(sql, { ...filters, type: "PAYMENT_FEE", from, to }, page),
        ofPayout: (sql) => listAccountTransactions(sql, { ...filters, payoutId: rows[0].id }, page),
        open: (sql) => listAccountTransactions(sql, { ...filters, open: true }, page),
        withoutReceipt: (sql) => listAccountTransactions(sql, { ...filters, withoutReceipt: true }, page),
        payouts: (sql) => listPayouts(sql, { ...filters, order: "-amount" }, page),
        unsettled: (sql) => listUnsettledPayments(sql, { connectionId, soldBefore: to }, page),
        order: (sql) => listOrderPayments(sql, `order_${500 * 1_000_000 + 7}`),
        fees: (sql) => listUnusualFees(sql, { connectionId, from, to, tolerance: 0.1 }, page),
      }
      for (const [name, list] of Object.entries(lists)) {
        const plans: string[] = []
        await list(async (row, statement, bindings = []) => {
          const plan = await dbConnection.raw(`EXPLAIN (FORMAT JSON) ${statement}`, bindings)
          plans.push(JSON.stringify(plan.rows))
          return sqlOn(dbConnection)(row, statement, bindings)
        })
        // The report over a week joins what it has read; with few payments stored that is quicker by reading all of them.
        const scanned = plans.filter((plan) => name !== "fees" && SCANNED.test(plan))
        expect({ name, scanned }).toEqual({ name, scanned: [] })
      }
    })
  },
})
