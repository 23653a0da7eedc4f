import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import fc from "fast-check"
import { accountHistories, type History, toHistory } from "./account-history"
import { AccountOracle } from "./account-oracle"
import { accountServiceAt } from "./account-service"
import { KEPT_HISTORIES } from "./kept-histories"
import { StoredAccount, type StoredPayout } from "./stored-account"

const LOOK_BACK_MS = 48 * 3_600_000

type Reported = ReturnType<AccountOracle["payouts"]>[number]

const uuidsOf = (payouts: { uuid: string }[]) => payouts.map(({ uuid }) => uuid).sort()

const REFUNDS = (amount: number) => amount <= 0

/** What the rows of a payout are, by the specification's types. */
function figuresOf({ rows }: Reported) {
  const total = (isCounted: (type: string, amount: number) => boolean) =>
    rows.reduce((sum, { type, amount }) => sum + (isCounted(type, amount) ? amount : 0), 0)
  const isPayment = (type: string) => ["PAYMENT", "INVOICE_PAYMENT"].includes(type)
  const isFee = (type: string) => ["PAYMENT_FEE", "INVOICE_PAYMENT_FEE"].includes(type)
  return {
    gross: total((type, amount) => isPayment(type) && !REFUNDS(amount)),
    refunds: total((type, amount) => isPayment(type) && REFUNDS(amount)),
    fees: total(isFee),
    returned: total((type) => type === "FAILED_PAYOUT"),
    adjustments: total((type) => !isPayment(type) && !isFee(type) && type !== "FAILED_PAYOUT"),
  }
}

/** Rows that one side has and the other has not; where the sums agree they may only be rows that come to nothing. */
function without(rows: string[], others: string[]): number {
  const left = [...others]
  return rows.reduce((total, row) => {
    const at = left.indexOf(row)
    left.splice(at === -1 ? left.length : at, at === -1 ? 0 : 1)
    return at === -1 ? total + Number(row.split(" ").at(-1)) : total
  }, 0)
}

/**
 * Exactly the payouts with a fault are unexplained. Of neighbours that all have one, each may have settled what is too much
 * for another, so that fewer are: at least one of them.
 */
function compareFaults(stored: { uuid: string; state: string }[], reported: (Reported & { uuid: string })[]): void {
  const left = uuidsOf(stored.filter(({ state }) => state === "difference"))
  const take = (uuid: string) => left.splice(left.indexOf(uuid), left.includes(uuid) ? 1 : 0).length
  let neighbours: (Reported & { uuid: string })[] = []
  const close = (isLast: boolean) => {
    const unexplained = neighbours.reduce((count, { uuid }) => count + take(uuid), 0)
    const least = neighbours.length === 0 || (isLast && neighbours.at(-1)?.mayEndSooner) ? 0 : 1
    const uuids = neighbours.map(({ uuid }) => uuid)
    expect({ uuids, isEnough: unexplained >= least }).toEqual({ uuids, isEnough: true })
    neighbours = []
  }
  for (const payout of reported) {
    if (payout.explained && !neighbours.at(-1)?.mayEndSooner) {
      close(false)
    } else {
      neighbours.push(payout)
    }
  }
  close(true)
  expect(left).toEqual([])
}

/** What is stored of each payout agrees with the rows that it settled. */
function compareBalances(stored: StoredPayout[], kept: number): void {
  let held = 0
  for (const { settled, amount, state, difference, retained } of stored) {
    const change = settled.reduce((total, row) => total + Number(row.split(" ").at(-1)), amount)
    held += change
    expect(retained).toBe(held)
    expect(difference).toBe(state === "closed" ? 0 : change)
    expect(state).toBe(change === 0 || held === 0 || held === kept ? "closed" : "difference")
  }
}

function compare(stored: StoredPayout[], expected: Reported[], kept: number): void {
  const named = stored.map((payout) => ({ ...payout, uuid: payout.originating_uuid }))
  const reported = expected.map((payout) => ({ ...payout, uuid: payout.movement.uuid }))
  expect(uuidsOf(named)).toEqual(uuidsOf(reported))
  compareFaults(named, reported)
  compareBalances(stored, kept)
  expect(uuidsOf(named.filter(({ failed_transaction_id: id }) => id !== null))).toEqual(
    uuidsOf(reported.filter(({ failed }) => failed))
  )
  const isDoubled = (uuid: string) => reported.filter((payout) => payout.uuid === uuid).length > 1
  for (const [index, payout] of reported.entries()) {
    const other = named.find(({ uuid }) => uuid === payout.uuid)
    const isAfterExplained = reported.slice(0, index).every(({ explained }) => explained)
    if (!other || isDoubled(payout.uuid) || !payout.explained || !isAfterExplained) {
      continue
    }
    const rows = payout.rows.map(({ type, amount, movement }) => `${type} ${movement.uuid} ${amount}`)
    expect([without(rows, other.settled), without(other.settled, rows)]).toEqual([0, 0])
    if (rows.length === other.settled.length) {
      const { gross, refunds, fees, returned, adjustments } = other
      expect({ gross, refunds, fees, returned, adjustments }).toEqual(figuresOf(payout))
    }
  }
}

/**
 * Random histories of an account, read and composed as they come about; after each reading every payout is explained, or
 * exactly those that have the fault are not.
 */
export function liveAccountHistories(knex: Knex) {
  const live = async (history: History): Promise<void> => {
    const account = new StoredAccount(knex, { start: new Date(history.begins), end: new Date(history.ends) })
    const oracle = new AccountOracle(history)
    await account.open(history.kept)
    let readUntil = history.begins
    for (const { at, unreadable } of history.readings) {
      const start = at === history.ends ? history.begins : Math.max(history.begins, readUntil - LOOK_BACK_MS)
      readUntil = Math.max(readUntil, at)
      if (start < at) {
        await account.pull(accountServiceAt(history, at, unreadable), { start: new Date(start), end: new Date(at) })
        oracle.read(at, start, unreadable)
        await account.compose()
        compare(await account.payouts(), oracle.payouts(), history.kept)
      }
    }
  }

  /** HISTORIES_SEED and HISTORIES_RUNS: other histories than a run of every day has, and how many. */
  return async (seed: number, runs: number): Promise<void> => {
    const property = fc.asyncProperty(accountHistories, async (drawn) => live(toHistory(drawn)))
    await fc.assert(property, {
      seed: Number(process.env.HISTORIES_SEED ?? seed),
      numRuns: Number(process.env.HISTORIES_RUNS ?? runs),
      examples: KEPT_HISTORIES,
      // A smaller history fails for another reason sooner than for the same.
      endOnFailure: true,
    })
  }
}
