import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { readSoldOn, readTillCategories, replaceFigures } from "../../modules/pos/queries/sales/figures"
import {
  areSalesMarked,
  followTimeZone,
  type MarkedPeriod,
  takeMarkedDays,
} from "../../modules/pos/queries/sales/marks"
import { purchaseSchema } from "../../pos-api/contract"
import { mapInTurns } from "../queue/in-turns"
import { type SalesFact, salesFactsOf, SalesFigures, type SoldReceipt } from "./sales-facts"

/** A transaction is over within a moment, and the receipts of one day are in memory at a time. */
const DAYS_AT_ONCE = 7

/**
 * Sums up the receipts of days that are marked, since a receipt of theirs is new or changed; all of a connection's, or
 * those of a period before a report of it. A day's figures always follow from its receipts alone, so what was late,
 * mended, given back or erased is in them when its day was summed up again.
 */
export async function reckonSales(container: MedusaContainer, period: MarkedPeriod): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  if (!(await pos.query((sql) => areSalesMarked(sql, period)))) {
    return
  }
  const { connectionId, timeZone } = period
  // One at a time, and a piece each, so that a report does not wait until a background has summed up years.
  const alone = <Result>(work: (sql: Sql) => Promise<Result>) => pos.transactionAlone(`pos_sales.${connectionId}`, work)
  await alone((sql) => followTimeZone(sql, connectionId, timeZone))
  for (let taken = DAYS_AT_ONCE; taken === DAYS_AT_ONCE;) {
    taken = await alone(async (sql) => {
      const days = await takeMarkedDays(sql, period, DAYS_AT_ONCE)
      for (const day of days) {
        await sumUpDay(sql, { connectionId, timeZone, day })
      }
      return days.length
    })
  }
}

async function sumUpDay(sql: Sql, scope: { connectionId: string; timeZone: string; day: string }): Promise<void> {
  const rows = await readSoldOn(sql, scope)
  const receipts = await mapInTurns(rows, ({ payload, ...row }): SoldReceipt => {
    const purchase = purchaseSchema.safeParse(payload)
    return { ...row, purchase: purchase.success ? purchase.data : null }
  })
  const productUuids = new Set(
    receipts.flatMap(({ purchase }) => purchase?.products.flatMap(({ productUuid }) => productUuid ?? []) ?? [])
  )
  const categories = await readTillCategories(sql, scope.connectionId, [...productUuids])
  const figures = new SalesFigures()
  const categoryOf = (uuid: string) => categories.get(uuid) ?? null
  await mapInTurns(receipts, (receipt) => figures.add(salesFactsOf(receipt, categoryOf)))
  await replaceFigures(sql, scope.connectionId, scope.day, figures.all.map(toFigure))
}

const toFigure = (fact: SalesFact) => ({ ...fact, quantity: fact.quantity.toFixed() })
