import type { MedusaContainer } from "@medusajs/framework/types"
import type { Purchase } from "../../pos-api/contract"
import { purchaseNotificationSchema } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { moveShopStock } from "../stock/move-shop-stock"
import { soldMovements } from "../stock/sold-movements"
import { goOnBeside } from "../queue/background"
import { announceOrders } from "./announce-orders"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "../inbox/entry-outcome"
import { settleEarlyRefunds } from "./early-refunds"
import { writeReceipts } from "./write-receipts"

/**
 * PurchaseCreated entries become receipts and orders: all in one transaction, or one by one when that fails. What was
 * written is told to the shop's subscribers beside.
 * @param onMoved receives the levels that moved
 */
export async function mirrorPurchases(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  onMoved: (levelIds: string[]) => void
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  let untold = 0
  const since = connection.stock_since ?? connection.created_at
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(purchaseNotificationSchema, entry) }))
  const unreadable = parsed.flatMap(({ outcome }) => outcome ?? [])
  const readable = parsed.flatMap(({ entry, payload }) => (payload ? [{ entry, payload }] : []))
  const write = async (purchases: Purchase[]) => {
    untold += await pos.transaction((sql) => writeReceipts(sql, connection, purchases))
    if (connection.inventories === null && connection.stock_policy !== "off") {
      const { movedLevels } = await moveShopStock(container, connection, soldMovements(purchases, since))
      onMoved(movedLevels.map((level) => level.level_id))
    }
  }
  const writeBatch = async (batch: { payload: Purchase }[]) => write(batch.map(({ payload }) => payload))
  const handled = await handleTogether(readable, writeBatch, () => handleEach(readable, (one) => writeBatch([one])))
  try {
    const settled = await settleEarlyRefunds(container, connection, { entries: readable, outcomes: handled, write })
    return [...unreadable, ...settled]
  } finally {
    if (untold > 0) {
      goOnBeside(container, "telling of mirrored orders", announceOrders(container))
    }
  }
}
