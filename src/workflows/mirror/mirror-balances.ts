import type { MedusaContainer } from "@medusajs/framework/types"
import { inventoryBalanceChangedPayloadSchema, parseTimestamp } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { balanceChanges } from "../../translate/stock"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { findEarlyEchoes } from "../stock/find-early-echoes"
import { inventoriesSchema } from "../stock/inventories"
import { moveShopStock } from "../stock/move-shop-stock"
import { handleInRounds } from "../inbox/handle-in-rounds"
import { type EntryOutcome, handleEach, handleTogether, parsePayload } from "../inbox/entry-outcome"

const BY_ROWS = "Stock follows the rows of receipts, since the service's inventory interface is not configured"

const MAY_BE_ECHO = "Whether it is what the shop is just telling the counter is known when that call has ended"
const ECHO_WAIT_MS = 500

const storeSchema = inventoriesSchema.pick({ STORE: true }).partial()

type Told = { entry: ClaimedInboxEntry; movements: CounterMovement[] }

/** InventoryBalanceChanged entries become movements of the shop's stock. @param onMoved receives the levels that moved */
export async function mirrorBalances(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  onMoved: (levelIds: string[]) => void
): Promise<EntryOutcome[]> {
  if (connection.inventories === null) {
    // One mechanism at a time: without the inventory interface the rows of receipts move stock.
    return entries.map(({ id }) => ({ id, kind: "ignored", reason: BY_ROWS }))
  }
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const { told, unreadable } = readMovements(connection, entries, now)
  const apply = async (batch: Told[]) => {
    const movements = batch.flatMap((one) => one.movements)
    const { movedLevels } = await moveShopStock(container, connection, movements)
    onMoved(movedLevels.map((level) => level.level_id))
  }
  const outcomes = await handleInRounds(told, now, async (round) => {
    const movements = round.flatMap((one) => one.movements)
    const early = await pos.query((sql, at) => findEarlyEchoes(sql, connection.id, movements, at))
    const ready = round.filter((one) => !one.movements.some((movement) => early.has(movement)))
    const waiting = round
      .filter((one) => !ready.includes(one))
      .map(({ entry: { id } }): EntryOutcome => ({
        ...{ id, kind: "waiting", reason: MAY_BE_ECHO },
        until: new Date(now.getTime() + ECHO_WAIT_MS),
      }))
    return [...waiting, ...(await handleTogether(ready, apply, () => handleEach(ready, (one) => apply([one]))))]
  })
  return [...unreadable, ...outcomes]
}

/** What entries tell of the connection's own store; of one that cannot be read how that ends. */
function readMovements(connection: ConnectionRecord, entries: ClaimedInboxEntry[], now: Date) {
  const { STORE: store } = storeSchema.parse(connection.inventories)
  const parsed = entries.map((entry) => ({ entry, ...parsePayload(inventoryBalanceChangedPayloadSchema, entry) }))
  const told = parsed.flatMap(({ entry, payload }): Told[] =>
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
  return { told, unreadable: parsed.flatMap(({ outcome }) => outcome ?? []) }
}
