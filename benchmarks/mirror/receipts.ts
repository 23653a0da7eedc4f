import { Modules } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { adjustInventoryLevelsStep } from "@medusajs/medusa/core-flows"
import { placeOrderByWorkflows } from "../../test-support/order-by-workflows"
import { POS_MODULE } from "../../src/modules/pos"
import { medianOf, SAMPLES, secondsOf } from "../measure"
import type { Purchase } from "../../src/pos-api/contract"
import { type Measurement, runMeasurement } from "../run-measurement"
import { receiptsPerSecond, stockPerSecond } from "./handled"
import { type MirrorStage, openMirrorStage } from "./stage"

/** The slow ones bring fewer, since rates are compared. */
const RECIPE_RECEIPTS = 30
const ADJUSTMENTS = 300
const BY_SERVICES = 50

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

/** Receipts by Medusa's services, as in a store whose tables the plugin does not know. */
async function servicesPerSecond(stage: MirrorStage, purchases: Purchase[]): Promise<number> {
  const pos = stage.container.resolve(POS_MODULE)
  const options = await pos.getOptions()
  const read = pos.getOptions
  pos.getOptions = async () => ({
    ...options,
    medusaAccess: { ...options.medusaAccess, orders: "services", stock: "services" },
  })
  try {
    return await receiptsPerSecond(stage, purchases)
  } finally {
    pos.getOptions = read
  }
}

/** As many receipts as the command line says, and half as many movements of stock again, beside Medusa's own ways. */
const measure: Measurement = async (container, receipts) => {
  const stage = await openMirrorStage(container)
  await stage.posDriver.seed({
    products: 0,
    purchases: receipts + WARM_UP + (SAMPLES + 1) * BY_SERVICES,
    days: 1,
    refundShare: 0,
  })
  const purchases = await stage.posDriver.purchases()
  await receiptsPerSecond(stage, purchases.slice(0, WARM_UP))
  await stockPerSecond(stage, WARM_UP)
  await recipeSeconds(stage, 3)
  await adjustSeconds(stage, 20)
  const size = Math.ceil(receipts / SAMPLES)
  const parts = Array.from({ length: SAMPLES }, (_none, part) =>
    purchases.slice(WARM_UP + part * size, WARM_UP + (part + 1) * size)
  )
  const byServices = Array.from({ length: SAMPLES + 1 }, (_none, part) => {
    const first = WARM_UP + SAMPLES * size + part * BY_SERVICES
    return purchases.slice(first, first + BY_SERVICES)
  })
  await servicesPerSecond(stage, byServices.shift() ?? [])
  return {
    services_per_second: await medianOf(async () => servicesPerSecond(stage, byServices.shift() ?? [])),
    receipts_per_second: await medianOf(async () => receiptsPerSecond(stage, parts.shift() ?? [])),
    stock_per_second: await medianOf(async () => stockPerSecond(stage, receipts)),
    recipe_per_second: await medianOf(async () => RECIPE_RECEIPTS / (await recipeSeconds(stage, RECIPE_RECEIPTS))),
    adjust_per_second: await medianOf(async () => ADJUSTMENTS / (await adjustSeconds(stage, ADJUSTMENTS))),
  }
}

runMeasurement(measure)
