import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { parseTimestamp } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { mayCall, noteServiceError } from "../connection-health"
import { drainInbox } from "./drain-inbox"
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
export async function carryOnBackfill(container: MedusaContainer, run: Run): Promise<void> {
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
    ...(run.cursor ? { lastPurchaseHash: run.cursor } : {}),
  }
  try {
    let { done } = run
    const client = await pos.clientOf(connection.id)
    for await (const { purchases, cursor } of client.purchases.pages(window)) {
      details.new_receipts += await receivePurchases(container, connection.id, purchases)
      await drainInbox(container, connection.id)
      done += purchases.length
      details.reached = parseTimestamp(purchases.at(-1)?.created)?.toISOString() ?? details.reached
      await pos.updatePosRuns({ id: run.id, cursor, done, total: done, details: { ...details }, reason: null })
      const [now] = await pos.listPosRuns({ id: run.id })
      if (now?.state !== "running") {
        return
      }
    }
    await pos.updatePosRuns({ id: run.id, state: "finished", finished_at: await pos.now() })
  } catch (error) {
    await pos.updatePosRuns({ id: run.id, reason: await noteServiceError(container, connection.id, error) })
  }
}
