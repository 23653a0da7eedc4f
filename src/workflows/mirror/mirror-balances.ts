import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { inventoryBalanceChangedPayloadSchema, parseTimestamp } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import { balanceChanges } from "../../translate/stock"
import type { ConnectionRecord } from "../connection-record"
import { type AppliedMovements, applyCounterMovements, type CounterMovement } from "../stock/apply-stock-movements"
import { findInventoryItems } from "../stock/find-inventory-items"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "./entry-outcome"

/** Seconds to wait for a lock that core holds while it adjusts the same item. */
const LOCK_TIMEOUT_SECONDS = 10

const inventoriesSchema = z.looseObject({ STORE: z.string().optional() }).nullable()

/** InventoryBalanceChanged entries become movements of the shop's stock. Returns the levels that moved, too. */
export async function mirrorBalances(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<{ outcomes: EntryOutcome[]; movedLevelIds: string[] }> {
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
                change: change.change,
                balanceAfter: change.after,
                identifier: payload.externalUuid ?? null,
                occurredAt: parseTimestamp(payload.updated?.timestamp) ?? now,
              })),
          },
        ]
  )
  const apply = async (batch: { movements: CounterMovement[] }[]) => {
    moved.push(
      await applyUnderLocks(
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

async function applyUnderLocks(container: MedusaContainer, connection: ConnectionRecord, movements: CounterMovement[]) {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const variantUuids = movements.map((movement) => movement.variantUuid)
  const inventoryItemIds = await findInventoryItems(knex, connection.id, variantUuids)
  const apply = async () => applyCounterMovements(knex, connection, movements)
  // Core adjusts by read, add and write under a lock named by the item; the same key keeps both from losing a change.
  return inventoryItemIds.length === 0
    ? apply()
    : container.resolve(Modules.LOCKING).execute(inventoryItemIds, apply, { timeout: LOCK_TIMEOUT_SECONDS })
}
