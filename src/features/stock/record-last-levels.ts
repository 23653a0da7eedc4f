import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import type { PosClient } from "../../pos-api/client"
import { readAvailable } from "../../runtime/stock-access"
import { closeDifferences, type DetectedDifference, recordDifferences, withoutIgnored } from "./differences"
import { findVariantsWithMissedWebhooks } from "./outbox"
import { readPosLevels } from "./pos-levels"
import { inventoriesSchema, subtractBalances } from "./rules"
import { posDecideDifferencesWorkflow } from "./settle-differences"
import { findTrackedOfProducts, recordObservedLevels } from "./tracked-levels"

/** A product is not deleted at the POS before its last level there could be read. */
export class LastLevelUnreadableError extends Error {
  constructor(readonly reason: string) {
    super(
      `Could not read the stock that the POS still has: ${reason}. The product is deleted there once it can be read.`
    )
    this.name = "LastLevelUnreadableError"
  }
}

/**
 * Reads the last levels of products that are about to be deleted at the POS. Deleting a product deletes its level, and
 * with it every sale that the POS did not send. Differences are settled by `drift_policy`, or stay open with the last
 * level. Variants with a waiting inbox entry are left to that entry.
 * @returns by product link ID why its levels could not be read
 * @throws PosApiError when the POS does not answer
 */
export async function recordLastLevels(
  container: MedusaContainer,
  connection: ConnectionRecord,
  client: PosClient,
  productLinkIds: string[]
): Promise<Map<string, LastLevelUnreadableError>> {
  const pos = container.resolve(POS_MODULE)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const tracked = await pos.query((sql) => findTrackedOfProducts(sql, productLinkIds))
  if (!client.inventory || !inventories.success || connection.stock_sync === "off" || tracked.length === 0) {
    return new Map()
  }
  const { levels, unreadable } = await readPosLevels(client.inventory, inventories.data.STORE, tracked)
  const now = await pos.now()
  const uuids = tracked.map(({ variant_uuid }) => variant_uuid)
  const waiting = await pos.query((sql) => findVariantsWithMissedWebhooks(sql, connection.id, uuids))
  const variantIds = tracked.map(({ variant_id }) => variant_id)
  const available = await readAvailable(container, connection, variantIds)
  const observed = tracked.flatMap(({ id, variant_uuid, pos_balance }) => {
    const read = levels.get(variant_uuid)
    return read ? [{ linkId: id, level: read.level, readAt: read.readAt ?? now, balance: pos_balance }] : []
  })
  await pos.query((sql) => recordObservedLevels(sql, observed))
  const detected = tracked.flatMap(({ id, variant_id, variant_uuid, pos_balance }): DetectedDifference[] => {
    const level = levels.get(variant_uuid)?.level
    return level === undefined || waiting.has(variant_uuid) || subtractBalances(level, pos_balance) === "0"
      ? []
      : [
          {
            variant_link_id: id,
            store_level: available.get(variant_id) ?? null,
            pos_level: level,
            ledger_level: pos_balance,
            cause: "missed",
          },
        ]
  })
  const missed = await pos.query((sql) => withoutIgnored(sql, connection.id, detected))
  if (missed.length > 0) {
    const recorded = await pos.query((sql) => recordDifferences(sql, connection.id, missed, now))
    const ids = recorded.map(({ id }) => id)
    switch (getInboundSettings(connection).drift_policy) {
      case "trust-pos":
        await posDecideDifferencesWorkflow(container).run({
          input: { connection_id: connection.id, ids, decision: "trust-pos" },
        })
        break
      case "trust-store":
        await pos.query((sql) => closeDifferences(sql, ids, "trust-store", now))
        break
      case "report":
        break
    }
  }
  return new Map(
    tracked.flatMap(({ product_link_id, variant_uuid }) => {
      const reason = unreadable.get(variant_uuid)
      return reason ? [[product_link_id, new LastLevelUnreadableError(reason)] as const] : []
    })
  )
}
