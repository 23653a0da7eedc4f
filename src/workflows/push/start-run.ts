import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { countUnsold } from "../../modules/pos/queries/outbox/product-marks"
import { supersedeMarkingRuns } from "../../modules/pos/queries/outbox/runs"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { countSoldProducts, soldLink } from "../../medusa-tables/catalogue/sold-products"

/** A first-contact plan waits for the merchant, so nothing may be pushed yet. */
export class PushHeldError extends MedusaError {
  constructor(connectionId: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `The connection ${connectionId} waits for its first-contact plan. Look at the plan and apply it.`
    )
  }
}

/** `total`: how many products it is about, as counted when it began */
export type StartedRun = { connection_id: string; run_id: string; total: number }

/**
 * Opens a run that brings the POS in line with all that the connection sells or has there. It only counts the products: they
 * are marked by whoever drains the outbox next (`markRuns`), so that a request does not wait for a large catalog. An older
 * run that is still marking is superseded.
 */
export async function startRun(container: MedusaContainer, connectionId: string): Promise<StartedRun> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (connection.push_held) {
    throw new PushHeldError(connectionId)
  }
  const selected = selectionCondition(pushSettingsOf(connection).selection)
  const total = await pos.query(
    async (sql) =>
      (await countSoldProducts(sql, { connectionId, selected })) +
      (await countUnsold(sql, { connectionId, sold: soldLink(selected) }))
  )
  const run = await pos.createPosRuns({ connection_id: connectionId, kind: "push", total })
  await pos.query((sql, now) => supersedeMarkingRuns(sql, run, now))
  return { connection_id: connectionId, run_id: run.id, total }
}
