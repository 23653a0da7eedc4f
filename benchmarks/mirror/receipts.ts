import { Modules } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { adjustInventoryLevelsStep } from "@medusajs/medusa/core-flows"
import { placeOrderByWorkflows } from "../../test-support/order-by-workflows"
import { medianOf, SAMPLES, secondsOf } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { receiptsPerSecond, stockPerSecond } from "./handled"
import { type MirrorStage, openMirrorStage } from "./stage"

/** The slow ones bring fewer, since rates are compared. */
const RECIPE_RECEIPTS = 30
const ADJUSTMENTS = 300

/** Code is compiled and connections are open after so many. */
const WARM_UP = 200

const benchAdjustStockWorkflow = createWorkflow(
  "bench-adjust-stock",
  (input: { inventory_item_id: string; location_id: string; adjustment: number }[]) => {
    return new WorkflowResponse(adjustInventoryLevelsStep(input))
  }
)

/** The documented chain of workflows, which places an order of one line, and the workflow step that moves its stock. */
async function recipeSeconds({ container, shop, goods }: MirrorStage, receipts: number): Promise<number> {
  const [{ variantId, itemId } = { variantId: "", itemId: "" }] = goods
  const input = [{ inventory_item_id: itemId, location_id: shop.stockLocationId, adjustment: -2 }]
  return secondsOf(async () => {
    for (let placed = 0; placed < receipts; placed++) {
      await placeOrderByWorkflows(container, { ...shop, variantId })
      await benchAdjustStockWorkflow(container).run({ input })
    }
  })
}

async function adjustSeconds({ container, shop, goods }: MirrorStage, adjustments: number): Promise<number> {
  const inventory = container.resolve(Modules.INVENTORY)
  return secondsOf(async () => {
    for (let adjusted = 0; adjusted < adjustments; adjusted++) {
      await inventory.adjustInventory(goods[adjusted % goods.length]?.itemId ?? "", shop.stockLocationId, -1)
    }
  })
}

/** As many receipts as the command line says, and half as many movements of stock again, beside Medusa's own ways. */
const measure: Measurement = async (container, receipts) => {
  const stage = await openMirrorStage(container)
  await stage.counter.seed({ products: 0, purchases: receipts + WARM_UP, days: 1, refundShare: 0 })
  const purchases = await stage.counter.purchases()
  await receiptsPerSecond(stage, purchases.slice(0, WARM_UP))
  await stockPerSecond(stage, WARM_UP)
  await recipeSeconds(stage, 3)
  await adjustSeconds(stage, 20)
  const size = Math.ceil(receipts / SAMPLES)
  const parts = Array.from({ length: SAMPLES }, (_none, part) =>
    purchases.slice(WARM_UP + part * size, WARM_UP + (part + 1) * size)
  )
  return {
    receipts_per_second: await medianOf(async () => receiptsPerSecond(stage, parts.shift() ?? [])),
    stock_per_second: await medianOf(async () => stockPerSecond(stage, receipts)),
    recipe_per_second: await medianOf(async () => RECIPE_RECEIPTS / (await recipeSeconds(stage, RECIPE_RECEIPTS))),
    adjust_per_second: await medianOf(async () => ADJUSTMENTS / (await adjustSeconds(stage, ADJUSTMENTS))),
  }
}

runMeasurement(measure)
