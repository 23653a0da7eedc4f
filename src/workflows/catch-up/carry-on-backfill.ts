import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { parseTimestamp, type PurchaseListQuery } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { mayCall } from "../connection/circuit-breaker"
import type { HeldLease } from "../queue/with-lease"
import { drainInbox } from "../inbox/drain-inbox"
import { carryOnInPieces } from "./carry-on-in-pieces"
import { toQueryMoment } from "./query-moment"
import { receivePurchases } from "./receive-purchases"

type Run = InferTypeOf<typeof PosRun>

/** Few enough that a sale of today never waits long behind them. */
const PAGE_SIZE = 200
const MINUTE_MS = 60_000

const detailsSchema = z.object({
  since: z.string(),
  until: z.string(),
  /** the moment of the last receipt that was read */
  reached: z.string().nullable(),
  /** those that the shop did not have */
  new_receipts: z.number(),
})

/**
 * Carries a backfill on from where it stood: page by page, oldest first, each page in the shop before the next is asked
 * for, so that memory stays flat and a crash costs one page at most.
 */
export async function carryOnBackfill(container: MedusaContainer, run: Run, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  if (!mayCall(connection, await pos.now())) {
    return
  }
  const details = detailsSchema.parse(run.details)
  const window = {
    startDate: toQueryMoment(new Date(details.since)),
    endDate: toQueryMoment(new Date(Date.parse(details.until) + MINUTE_MS)),
    limit: PAGE_SIZE,
  }
  let { done, cursor } = run
  await carryOnInPieces(container, run, lease, async () => {
    const page = await receivePage(container, connection.id, {
      ...window,
      ...(cursor ? { lastPurchaseHash: cursor } : {}),
    })
    if (page === null) {
      return null
    }
    await drainInbox(container, connection.id)
    done += page.read
    cursor = page.cursor
    details.new_receipts += page.found
    details.reached = page.reached ?? details.reached
    return { cursor, done, details }
  })
}

/**
 * Puts the next page into the inbox. Returns null after the last one.
 *
 * Why on its own: what is still in reach while the page is written is too old for the garbage collector to take soon,
 * and a backfill of years would drive up the memory by it.
 */
async function receivePage(container: MedusaContainer, connectionId: string, query: PurchaseListQuery) {
  const client = await container.resolve(POS_MODULE).clientOf(connectionId, "bulk")
  const page = await client.purchases.pages(query).next()
  if (page.done) {
    return null
  }
  const { purchases, unreadable, cursor } = page.value
  return {
    read: purchases.length + unreadable.length,
    found: await receivePurchases(container, connectionId, page.value),
    reached: parseTimestamp(purchases.at(-1)?.created)?.toISOString() ?? null,
    cursor,
  }
}
