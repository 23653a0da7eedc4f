import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { markProductsDue, markUnsoldDue, newMarks } from "../../modules/pos/queries/outbox/product-marks"
import { refreshRuns } from "../../modules/pos/queries/outbox/runs"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { findUnchanged } from "./find-unchanged"
import { findSoldProducts, soldLink } from "../../medusa-tables/catalogue/sold-products"

/** How many products one statement marks. */
const PAGE_SIZE = 5_000

/** A first-contact plan waits for the merchant, so nothing may be pushed yet. */
export class PushHeldError extends MedusaError {
  constructor(connectionId: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `The connection ${connectionId} waits for its first-contact plan. Look at the plan and apply it.`
    )
  }
}

export type StartedRun = { connection_id: string; run_id: string; total: number }

/**
 * Opens a run and makes everything due that the connection sells or has at the counter, but for what the shop's tables
 * show to be as it was sent: that counts as done at once. What did not change costs no call, so this is also how a
 * merchant asks whether all is well.
 */
export async function startRun(container: MedusaContainer, connectionId: string): Promise<StartedRun> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (connection.push_held) {
    throw new PushHeldError(connectionId)
  }
  const selected = selectionCondition(pushSettingsOf(connection).selection)
  const run = await pos.createPosRuns({ connection_id: connectionId, kind: "push" })
  let total = 0
  for (let after = ""; ;) {
    const page = await pos.query((sql) =>
      findSoldProducts(sql, {
        ...{ connectionId, selected, after, among: null, limit: PAGE_SIZE, unlinked: false },
      })
    )
    const last = page.at(-1)
    if (last === undefined) {
      break
    }
    const unchanged = await findUnchanged(container, connection, page)
    const changed = page.filter((id) => !unchanged.has(id))
    if (changed.length > 0) {
      await pos.query((sql) => markProductsDue(sql, connectionId, newMarks(changed), run.id))
    }
    total += page.length
    after = last
  }
  const sold = soldLink(selected)
  total += await pos.bulk(total, (sql) => markUnsoldDue(sql, { connectionId, runId: run.id, sold }))
  await pos.updatePosRuns({ id: run.id, total, resumed_at: await pos.now() })
  await pos.query((sql, now) => refreshRuns(sql, connectionId, now))
  return { connection_id: connectionId, run_id: run.id, total }
}
