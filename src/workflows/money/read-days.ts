import { POS_MODULE } from "../../modules/pos"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readReceiptAmounts } from "../../modules/pos/queries/receipts/receipt-sums"
import type { Purchase } from "../../pos-api/contract"
import { soldAt } from "../../translate/receipt"
import { toQueryMoment } from "../catch-up/query-moment"
import { organizationDate } from "../finance/organization-date"
import type { DayAtService } from "./money-run"

const PAGE_SIZE = 500

/** Purchases of tills that were offline are listed later than they were sold: so much around a period is read, too. */
const MARGIN_MS = 2 * 24 * 60 * 60_000

/** The service's list of a period, wide enough that everything that was sold in it stands there. */
export function listOfPeriod({ from, until }: { from: Date; until: Date }, now: Date) {
  const end = new Date(Math.min(until.getTime() + MARGIN_MS, now.getTime() + 60_000))
  return {
    startDate: toQueryMoment(new Date(from.getTime() - MARGIN_MS)),
    endDate: toQueryMoment(end),
    limit: PAGE_SIZE,
  }
}

/** Of a page those that were sold in the period. */
export const soldIn = (purchases: Purchase[], { from, until }: { from: Date; until: Date }) =>
  purchases.filter((purchase) => soldAt(purchase) >= from && soldAt(purchase) < until)

/** Adds a page of purchases to what is known of their days: one query, whatever there is of receipts. */
export async function addToDays(
  container: MedusaContainer,
  { id, time_zone }: { id: string; time_zone: string | null },
  days: Record<string, DayAtService>,
  purchases: Purchase[]
): Promise<void> {
  const uuids = purchases.map(({ purchaseUUID1 }) => purchaseUUID1)
  const known = await container.resolve(POS_MODULE).query((sql) => readReceiptAmounts(sql, id, uuids))
  for (const purchase of purchases) {
    const day = organizationDate(soldAt(purchase), time_zone)
    const before = days[day] ?? { count: 0, amount: 0, missing: 0, differing: 0 }
    const amount = known.get(purchase.purchaseUUID1)
    days[day] = {
      count: before.count + 1,
      amount: before.amount + purchase.amount,
      missing: before.missing + Number(amount === undefined),
      differing: before.differing + Number(amount !== undefined && amount !== purchase.amount),
    }
  }
}
