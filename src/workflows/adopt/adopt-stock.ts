import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { applyCounterMovements } from "../stock/apply-stock-movements"
import type { Sql } from "../../modules/pos/database/sql"
import { type Baseline, findUntracked, takeBaselines } from "../../modules/pos/queries/stock/baselines"
import { holdingInventory } from "../stock/hold-inventory"
import { inventoriesSchema } from "../stock/inventories"
import { readCounterLevels } from "../stock/read-counter-levels"

const LOCK_TIMEOUT_SECONDS = 30

/** A variant that the POS moves while its level is read is read again; so often, and not longer. */
const MOST_ROUNDS = 5

export type AdoptedVariant = { link_id: string; variant_uuid: string; product_uuid: string }

/** Levels that moved whenever they were read; the adoption can be tried again. */
export class MovingLevelsError extends Error {
  constructor(count: number) {
    super(`Could not take over the stock of ${count} variants: it moved at the POS whenever it was read. Try again.`)
    this.name = "MovingLevelsError"
  }
}

/**
 * A product that the shop has from the counter begins with the counter's level, once: it enters the shop as one movement
 * with a key of its own, and the ledger begins with the same level, so that notifications of before are known to be
 * in it. Levels are read while no lock is held; what the POS has moved meanwhile is read again. What the counter does not
 * track stays uncounted.
 * @throws MovingLevelsError
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
  let left = variants
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round += 1) {
    const linkIds = left.map(({ link_id }) => link_id)
    const links = await pos.listPosVariantLinks({ id: linkIds }, { take: null })
    const revisions = new Map(links.map(({ id, stock_revision }) => [id, stock_revision]))
    const now = await pos.now()
    const { levels } = await readCounterLevels(inventory, inventories.data.STORE, left)
    const known = left.flatMap(({ link_id, variant_uuid }) => {
      const read = levels.get(variant_uuid)
      const revision = revisions.get(link_id)
      return read
        ? [{ linkId: link_id, variantUuid: variant_uuid, level: read.level, readAt: read.readAt ?? now, revision }]
        : []
    })
    const moved = await begin(container, connection, known)
    left = left.filter(({ link_id }) => moved.has(link_id))
  }
  if (left.length > 0) {
    throw new MovingLevelsError(left.length)
  }
}

type KnownLevel = Baseline & { variantUuid: string }

/** Takes levels over in one transaction. @returns the links of those that have moved since they were read */
async function begin(
  container: MedusaContainer,
  connection: ConnectionRecord,
  known: KnownLevel[]
): Promise<Set<string>> {
  const uuids = known.map(({ variantUuid }) => variantUuid)
  const take = async (sql: Sql) => {
    await takeBaselines(sql, connection.id, known)
    const linkIds = known.map(({ linkId }) => linkId)
    const moved = new Set(await findUntracked(sql, linkIds))
    await applyCounterMovements(
      sql,
      connection,
      known
        .filter(({ linkId }) => !moved.has(linkId))
        .map(({ linkId, variantUuid, level, readAt }) => ({
          naturalKey: `adopted:${linkId}`,
          variantUuid,
          kind: "corrected",
          change: "0",
          shopChange: level,
          before: null,
          balanceAfter: level,
          identifier: null,
          occurredAt: readAt,
        }))
    )
    return moved
  }
  return holdingInventory(container, connection.id, uuids, take, LOCK_TIMEOUT_SECONDS)
}
