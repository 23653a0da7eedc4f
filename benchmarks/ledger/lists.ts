import { performance } from "node:perf_hooks"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { seedLedger } from "../../test-support/ledger/seed-ledger"
import { composePayouts, lockAccount } from "../../src/features/finance/allocate-payouts"
import { listAccountTransactions, listUnsettledPayments } from "../../src/features/finance/transaction-lists"
import { listPayouts, listUnusualFees } from "../../src/features/finance/payout-lists"
import type { Sql } from "../../src/modules/pos/database/sql"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { percentile, secondsOf } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"

const CONNECTION = "poscon_speed"
const DAYS = 1_000
const RUNS = 50

/** Composing three years of payouts, and the lists of the ledger, with as many sales as the command line says. */
const measure: Measurement = async (container, sales) => {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const transactions = await seedLedger(knex, CONNECTION, DAYS, Math.ceil(sales / DAYS))
  const sql = sqlOn(knex)
  const composeSeconds = await secondsOf(() =>
    knex.transaction(async (transaction) => {
      await lockAccount(sqlOn(transaction), "posacc_speed")
      await composePayouts(sqlOn(transaction), "posacc_speed")
    })
  )
  await knex.raw("ANALYZE pos_payout")
  const filters = { connectionId: CONNECTION, group: "liquid" as const }
  const page = { limit: 20, offset: 0 }
  const [from, to] = [new Date("2025-03-01"), new Date("2025-03-08")]
  const lists: ((sql: Sql) => Promise<unknown>)[] = [
    (run) => listAccountTransactions(run, filters, page),
    (run) => listAccountTransactions(run, { ...filters, type: "PAYMENT_FEE", from, to }, page),
    (run) => listAccountTransactions(run, { ...filters, open: true }, page),
    (run) => listPayouts(run, { ...filters, order: "-amount" }, page),
    (run) => listUnsettledPayments(run, { connectionId: CONNECTION, soldBefore: to }, page),
    (run) => listUnusualFees(run, { connectionId: CONNECTION, from, to, tolerance: 0.1 }, page),
  ]
  let worst = 0
  for (const list of lists) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now()
      await list(sql)
      times.push(performance.now() - started)
    }
    worst = Math.max(worst, percentile(times, 0.95))
  }
  return { stored: transactions, compose_ms: composeSeconds * 1_000, list_p95_ms: worst }
}

runMeasurement(measure)
