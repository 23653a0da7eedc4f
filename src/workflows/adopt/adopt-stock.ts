import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { applyCounterMovements } from "../stock/apply-stock-movements"
import { takeBaselines } from "../../modules/pos/queries/stock/baselines"
import { holdingInventory } from "../stock/hold-inventory"
import { inventoriesSchema } from "../stock/inventories"
import { readCounterLevels } from "../stock/read-counter-levels"

const LOCK_TIMEOUT_SECONDS = 30

export type AdoptedVariant = { link_id: string; variant_uuid: string; product_uuid: string }

/**
 * A product that the shop has from the counter begins with the counter's level, once: it enters the shop as one movement
 * with a key of its own, and the ledger begins with the same level, so that notifications of before are known to be
 * in it. Levels are read while nobody else moves them. What the counter does not track stays uncounted.
 */
export async function adoptStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  variants: AdoptedVariant[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { inventory } = await pos.clientOf(connection.id, "bulk")
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  if (!inventory || !inventories.success || connection.stock_policy === "off" || variants.length === 0) {
    return
  }
  const uuids = variants.map(({ variant_uuid }) => variant_uuid)
  const begin = async () => {
    const now = await pos.now()
    const { levels } = await readCounterLevels(inventory, inventories.data.STORE, variants)
    const known = variants.flatMap(({ link_id, variant_uuid }) => {
      const read = levels.get(variant_uuid)
      return read ? [{ linkId: link_id, variantUuid: variant_uuid, level: read.level, readAt: read.readAt ?? now }] : []
    })
    await pos.transaction(async (sql) => {
      await takeBaselines(sql, connection.id, known)
      await applyCounterMovements(
        sql,
        connection,
        known.map(({ linkId, variantUuid, level, readAt }) => ({
          ...{ naturalKey: `adopted:${linkId}`, variantUuid, kind: "corrected", change: "0", shopChange: level },
          ...{ before: null, balanceAfter: level, identifier: null, occurredAt: readAt },
        }))
      )
    })
  }
  await holdingInventory(container, connection.id, uuids, begin, LOCK_TIMEOUT_SECONDS)
}
