import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import type { PosRun } from "../../modules/pos/models"
import { markProductsDue, markUnsoldDue, newMarks } from "../../modules/pos/queries/outbox/product-marks"
import { findMarkingRuns, refreshRuns } from "../../modules/pos/queries/outbox/runs"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { findSoldProducts, soldLink } from "../../medusa-tables/catalogue/sold-products"
import { carryOnInPieces } from "../catch-up/carry-on-in-pieces"
import { type HeldLease, withLease } from "../queue/with-lease"
import { findUnchanged } from "./find-unchanged"

/** How many products one statement marks. */
const PAGE_SIZE = 5_000

/** `looked`: how many products were looked at up to the cursor */
const detailsSchema = z.object({ looked: z.number().default(0) })

/**
 * Marks the products of pushes that have begun: due is what the connection sells or has at the POS, but for what the store's
 * tables show to be as it was sent, which counts as done at once. It works page by page in the order of the products' ids,
 * from the run's stored cursor, in one process at a time: a crash repeats one page.
 */
export async function markRuns(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  for (const id of await pos.query((sql) => findMarkingRuns(sql, connectionId))) {
    await withLease(container, `run:${id}`, async (lease) => {
      // Read again: whoever held the lease before may have finished it, or a newer run took its place.
      const [run] = await pos.listPosRuns({ id, state: "running", resumed_at: null })
      if (run) {
        await markRun(container, run, lease)
      }
    })
  }
}

async function markRun(container: MedusaContainer, run: InferTypeOf<typeof PosRun>, lease: HeldLease): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { connection_id: connectionId } = run
  const connection = await pos.findConnection(connectionId)
  const selected = selectionCondition(pushSettingsOf(connection).selection)
  let { cursor, done } = run
  let { looked } = detailsSchema.parse(run.details ?? {})
  const nextPage = async () => {
    const page = await pos.query((sql) =>
      findSoldProducts(sql, {
        connectionId,
        selected,
        after: cursor ?? "",
        among: null,
        limit: PAGE_SIZE,
        unlinked: false,
      })
    )
    const last = page.at(-1)
    if (last === undefined) {
      return null
    }
    const unchanged = await findUnchanged(container, connection, page)
    const changed = page.filter((id) => !unchanged.has(id))
    if (changed.length > 0) {
      await pos.query((sql) => markProductsDue(sql, connectionId, newMarks(changed), run.id))
    }
    cursor = last
    done += unchanged.size
    looked += page.length
    return { cursor, done, total: Math.max(run.total, looked), details: { looked } }
  }
  const begin = async () => {
    const left = await pos.bulk(looked, (sql) =>
      markUnsoldDue(sql, { connectionId, runId: run.id, sold: soldLink(selected) })
    )
    const resumed_at = await pos.now()
    await pos.updatePosRuns({ id: run.id, total: looked + left, resumed_at, resumed_done: done, details: null })
    await pos.query((sql, now) => refreshRuns(sql, connectionId, now))
  }
  await carryOnInPieces(container, run, lease, nextPage, begin)
}
