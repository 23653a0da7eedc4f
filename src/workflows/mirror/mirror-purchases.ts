import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Purchase } from "../../pos-api/contract"
import { purchaseNotificationSchema } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import type { ConnectionRecord } from "../connection-record"
import { moveShopStock } from "../stock/move-shop-stock"
import { soldMovements } from "../stock/sold-movements"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "./entry-outcome"
import { settleEarlyRefunds } from "./wait-for-sales"
import { type WrittenOrder, writeReceipts } from "./write-receipts"

/**
 * PurchaseCreated entries become receipts and orders: all in one transaction, or one by one when that fails. Returns
 * the new orders that the shop wants to be told of, too.
 */
export async function mirrorPurchases(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; placedOrderIds: string[]; movedLevelIds: string[] }> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const written: WrittenOrder[] = []
  const movedLevelIds: string[] = []
  const since = connection.stock_since ?? connection.created_at
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(purchaseNotificationSchema, entry) }))
  const unreadable = parsed.flatMap(({ outcome }) => outcome ?? [])
  const readable = parsed.flatMap(({ entry, payload }) => (payload ? [{ entry, payload }] : []))
  const write = async (purchases: Purchase[]) => {
    written.push(...(await writeReceipts(knex, connection, purchases)))
    if (connection.inventories === null && connection.stock_policy !== "off") {
      const { movedLevels } = await moveShopStock(container, connection, soldMovements(purchases, since))
      movedLevelIds.push(...movedLevels.map((level) => level.level_id))
    }
  }
  const writeBatch = async (batch: { payload: Purchase }[]) => write(batch.map(({ payload }) => payload))
  const handled = await handleTogether(readable, writeBatch, () => handleEach(readable, (one) => writeBatch([one])))
  const settled = await settleEarlyRefunds(container, connection, { entries: readable, outcomes: handled, write })
  // Nobody wants to hear today of the sales of years ago.
  const placed = mirrorSettingsOf(connection).order_placed ? written.filter(({ soldAt }) => soldAt >= since) : []
  return { outcomes: [...unreadable, ...settled], placedOrderIds: placed.map(({ orderId }) => orderId), movedLevelIds }
}
