import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { findProductsOfDuePictures } from "../../modules/pos/queries/pictures"
import { markAllDue, markLinkedProductsDue } from "../../modules/pos/queries/product-marks"
import { failInterruptedRuns } from "../../modules/pos/queries/runs"
import type { ConnectionRecord } from "../connection-record"
import { findChangedSince } from "./find-changed-since"
import { linkSold } from "./mark-changed"

/** A row's time of change is that of its write, and it is seen when its transaction ends, which may be later. */
const OVERLAP_MS = 60_000

const PAGE_SIZE = 5_000

/**
 * Makes due what changed in the shop since the last sweep and may not have been told by an event, and products whose
 * pictures may be tried again.
 */
export async function sweepChanges(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (connection.swept_at) {
    const since = new Date(connection.swept_at.getTime() - OVERLAP_MS)
    const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const { productIds, all } = await findChangedSince(knex, since)
    if (all) {
      await pos.query((sql) => markAllDue(sql, connection.id))
    }
    for (let start = 0; start < productIds.length; start += PAGE_SIZE) {
      const page = productIds.slice(start, start + PAGE_SIZE)
      await pos.query((sql) => markLinkedProductsDue(sql, page))
      await linkSold(container, connection, page)
    }
  }
  const pictured = await pos.query((sql) => findProductsOfDuePictures(sql, connection.id, now))
  await pos.query((sql) => markLinkedProductsDue(sql, pictured))
  await pos.query((sql) => failInterruptedRuns(sql, connection.id, now))
  await pos.updatePosConnections({ id: connection.id, swept_at: now })
}
