import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { inventoryBalanceChangedPayloadSchema, parseTimestamp } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import { balanceChanges } from "../../translate/stock"
import type { ConnectionRecord } from "../connection-record"
import type { AppliedMovements } from "../stock/apply-stock-movements"
import type { CounterMovement } from "../stock/counter-movement"
import { moveShopStock } from "../stock/move-shop-stock"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "./entry-outcome"

const BY_ROWS = "Stock follows the rows of receipts, since the service's inventory interface is not configured"

const inventoriesSchema = z.looseObject({ STORE: z.string().optional() }).nullable()

/** InventoryBalanceChanged entries become movements of the shop's stock. Returns the levels that moved, too. */
export async function mirrorBalances(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; movedLevelIds: string[] }> {
  if (connection.inventories === null) {
    // One mechanism at a time: without the inventory interface the rows of receipts move stock.
    return { outcomes: entries.map(({ id }) => ({ id, kind: "ignored", reason: BY_ROWS })), movedLevelIds: [] }
  }
  const moved: AppliedMovements[] = []
  const now = await container.resolve(POS_MODULE).now()
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(inventoryBalanceChangedPayloadSchema, entry) }))
  const store = inventoriesSchema.parse(connection.inventories)?.STORE
  const readable = parsed.flatMap(({ entry, payload }) =>
    payload === null
      ? []
      : [
          {
            entry,
            movements: balanceChanges(payload)
              .filter((change) => store === undefined || change.locationUuid === store)
              .map((change): CounterMovement => ({
                naturalKey: `${entry.natural_key}:${change.variantUuid}`,
                variantUuid: change.variantUuid,
                kind: "mirrored",
                change: change.change,
                shopChange: change.change,
                before: change.before,
                balanceAfter: change.after,
                identifier: payload.externalUuid ?? null,
                // By the service's clock: it is compared with the moment at which a level was read there.
                occurredAt:
                  parseTimestamp(payload.updated?.timestamp ?? change.created ?? entry.message_timestamp) ?? now,
              })),
          },
        ]
  )
  const apply = async (batch: { movements: CounterMovement[] }[]) => {
    moved.push(
      await moveShopStock(
        container,
        connection,
        batch.flatMap(({ movements }) => movements)
      )
    )
  }
  const handled = await handleTogether(readable, apply, () => handleEach(readable, (one) => apply([one])))
  const unreadable = parsed.flatMap(({ outcome }) => outcome ?? [])
  const movedLevelIds = moved.flatMap(({ movedLevels }) => movedLevels.map((level) => level.level_id))
  return { outcomes: [...unreadable, ...handled], movedLevelIds }
}
