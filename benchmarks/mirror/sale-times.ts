import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { IncompleteMirrorError, type MirrorStage } from "./stage"

const LOOK_MS = 2
const PATIENCE_MS = 30_000
const MOST_PAUSE_MS = 300

const seenSchema = z.object({ ordered: z.boolean(), stocked: z.number() })

/**
 * Sells one piece after the other at the register while `goOn` says so.
 * @returns for each sale the milliseconds from the register's call until the store has its order, paid and delivered, and the
 * level that is left
 */
export async function saleTimes(stage: MirrorStage, goOn: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  for (let sold = 0; await goOn(); sold++) {
    const { itemId, variantUuid } = stage.goods[sold % stage.goods.length] ?? { itemId: "", variantUuid: "" }
    const { stocked } = await look(stage, itemId, "")
    const started = performance.now()
    const { purchaseUUID1 } = await stage.posDriver.sell([{ variantUuid, quantity: 1 }])
    for (;;) {
      const seen = await look(stage, itemId, purchaseUUID1)
      if (seen.ordered && seen.stocked === stocked - 1) {
        break
      }
      if (performance.now() - started > PATIENCE_MS) {
        throw new IncompleteMirrorError(`The sale ${purchaseUUID1}`, seen, { ordered: true, stocked: stocked - 1 })
      }
      await sleep(LOOK_MS)
    }
    times.push(performance.now() - started)
    // Sales of people fall anywhere into the pumps' beat.
    await sleep(Math.random() * MOST_PAUSE_MS)
  }
  return times
}

async function look({ knex, shop, connectionId }: MirrorStage, itemId: string, purchaseUuid: string) {
  const rows = await sqlOn(knex)(
    seenSchema,
    `SELECT stocked_quantity::float AS stocked, EXISTS (
       SELECT 1 FROM pos_receipt AS receipt JOIN "order" ON "order".id = receipt.order_id
       WHERE receipt.connection_id = ? AND receipt.purchase_uuid = ?) AS ordered
     FROM inventory_level WHERE inventory_item_id = ? AND location_id = ?`,
    [connectionId, purchaseUuid, itemId, shop.stockLocationId]
  )
  return rows[0] ?? { ordered: false, stocked: NaN }
}
