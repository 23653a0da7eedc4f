import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Purchase } from "../../pos-api/contract"
import { purchaseNotificationSchema } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import type { ConnectionRecord } from "../connection-record"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "./entry-outcome"
import { settleEarlyRefunds } from "./wait-for-sales"
import { writeReceipts } from "./write-receipts"

/** PurchaseCreated entries become receipts and orders: all in one transaction, or one by one when that fails. */
export async function mirrorPurchases(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(purchaseNotificationSchema, entry) }))
  const unreadable = parsed.flatMap(({ outcome }) => outcome ?? [])
  const readable = parsed.flatMap(({ entry, payload }) => (payload ? [{ entry, payload }] : []))
  const write = async (purchases: Purchase[]) => {
    await writeReceipts(knex, connection, purchases)
  }
  const writeBatch = async (batch: { payload: Purchase }[]) => write(batch.map(({ payload }) => payload))
  const handled = await handleTogether(readable, writeBatch, () => handleEach(readable, (one) => writeBatch([one])))
  return [
    ...unreadable,
    ...(await settleEarlyRefunds(container, connection, { entries: readable, outcomes: handled, write })),
  ]
}
