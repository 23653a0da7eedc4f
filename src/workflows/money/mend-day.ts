import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { correctReceipts, readReceiptAmounts, sumReceiptsByDay } from "../../modules/pos/queries/receipts/receipt-sums"
import type { Purchase } from "../../pos-api/contract"
import { soldAt } from "../../translate/receipt"
import { receivePurchases } from "../catch-up/receive-purchases"
import { organizationDate } from "../finance/organization-date"
import { drainInbox } from "../inbox/drain-inbox"
import { knownTimeZone } from "../overview/time-zone"
import { judgeDay } from "./judge-day"
import type { Mended } from "./mended"
import type { DayAtService } from "./money-run"
import { addToDays, listOfPeriod } from "./read-days"

const DAY_MS = 24 * 60 * 60_000

/**
 * Asks the service for a day again: what the shop has no receipt of goes through the inbox, receipts of another amount
 * get the service's. What the service does not list is for a person to look at.
 * @param key of the difference: what was asked for before is asked for again by another
 */
export async function mendDay(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { day, at, key }: { day: string; at: Date; key: string }
): Promise<Mended> {
  const before = await readDay(container, connection, { day, at }, async (purchases) => {
    await bringIn(container, connection, purchases, key)
  })
  if (before === null) {
    return { outcome: "gone" }
  }
  await drainInbox(container, connection.id)
  const after = await readDay(container, connection, { day, at })
  return after === null
    ? { outcome: "mended" }
    : { outcome: "failed", failure: REASONS[after] ?? "The day differs still." }
}

const REASONS: Partial<Record<string, string>> = {
  "receipts-missing": "Some purchases could not be brought in; the inbox says why.",
  "unknown-to-service": "The service does not list some receipts that it told of. Nothing can be fetched.",
}

/** The cause of what is wrong with the day; null when nothing is. @param take what is done with each page of it */
async function readDay(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { day, at }: { day: string; at: Date },
  take?: (purchases: Purchase[]) => Promise<void>
): Promise<string | null> {
  const pos = container.resolve(POS_MODULE)
  // Wider than a day of any time zone; what was not sold on it is left out.
  const since = connection.receipts_since ?? connection.created_at
  const from = new Date(Math.max(at.getTime() - DAY_MS, since.getTime()))
  const period = { from, until: new Date(at.getTime() + DAY_MS) }
  const client = await pos.clientOf(connection.id)
  const days: Record<string, DayAtService> = {}
  for await (const { purchases } of client.purchases.pages(listOfPeriod(period, await pos.now()))) {
    const sold = purchases.filter(
      (purchase) => organizationDate(soldAt(purchase), connection.time_zone) === day && soldAt(purchase) >= since
    )
    await addToDays(container, connection, days, sold)
    await take?.(sold)
  }
  const timeZone = knownTimeZone(connection.time_zone)
  const sums = await pos.query((sql) => sumReceiptsByDay(sql, { connectionId: connection.id, timeZone, ...period }))
  const judged = judgeDay(day, { service: days[day], shop: sums.find((one) => one.day === day) })
  return judged?.cause ?? null
}

async function bringIn(container: MedusaContainer, connection: ConnectionRecord, purchases: Purchase[], key: string) {
  const pos = container.resolve(POS_MODULE)
  await receivePurchases(container, connection.id, { purchases, unreadable: [] }, `:${key}`)
  const uuids = purchases.map(({ purchaseUUID1 }) => purchaseUUID1)
  const known = await pos.query((sql) => readReceiptAmounts(sql, connection.id, uuids))
  const differing = purchases.filter(({ purchaseUUID1, amount }) => (known.get(purchaseUUID1) ?? amount) !== amount)
  await pos.query((sql) =>
    correctReceipts(
      sql,
      connection.id,
      differing.map((purchase) => ({
        ...{ purchase_uuid: purchase.purchaseUUID1, amount: purchase.amount, payload: purchase },
      }))
    )
  )
}
