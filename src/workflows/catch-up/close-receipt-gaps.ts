import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PosClient } from "../../pos-api/client"
import { POS_MODULE } from "../../modules/pos"
import { findReceiptGaps } from "../../modules/pos/queries/receipts/receipts"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { toQueryMoment } from "./query-moment"
import { receivePurchases } from "./receive-purchases"

/** How far back receipt numbers are looked over, in days. */
const LOOK_BACK_DAYS = 14
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const knownGapsSchema = z.looseObject({ open: z.array(z.object({ from: z.number(), to: z.number() })) }).nullable()

/**
 * Asks the service for receipts whose numbers are missing between two that came, once. What the service does not know
 * either is remembered as such and shown. Returns how many receipts were found.
 */
export async function closeReceiptGaps(
  container: MedusaContainer,
  connection: ConnectionRecord,
  client: PosClient
): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const since = new Date((await pos.now()).getTime() - LOOK_BACK_DAYS * DAY_MS)
  const gaps = await pos.query((sql) => findReceiptGaps(sql, connection.id, since))
  const known = knownGapsSchema.parse(connection.purchase_gaps)?.open ?? []
  const isKnown = (gap: { from: number; to: number }) => known.some(({ from, to }) => from <= gap.from && gap.to <= to)
  let found = 0
  for (const gap of gaps.filter((one) => !isKnown(one))) {
    const window = {
      startDate: toQueryMoment(gap.after),
      endDate: toQueryMoment(new Date(gap.before.getTime() + MINUTE_MS)),
    }
    for await (const page of client.purchases.pages(window)) {
      found += await receivePurchases(container, connection.id, page)
    }
  }
  if (gaps.length > 0 || known.length > 0) {
    const open = gaps.map(({ from, to }) => ({ from, to }))
    await pos.updatePosConnections({ id: connection.id, purchase_gaps: open.length > 0 ? { open } : null })
  }
  return found
}
