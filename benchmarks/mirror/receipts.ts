import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { adjustInventoryLevelsStep } from "@medusajs/medusa/core-flows"
import { placeOrderByWorkflows } from "../../test-support/order-by-workflows"
import type { Purchase } from "../../src/pos-api/contract"
import { aggregateKeyOf } from "../../src/workflows/inbox/aggregate-key"
import { secondsOf } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import {
  IncompleteMirrorError,
  mirroredReceipts,
  type MirrorStage,
  movedInShop,
  openMirrorStage,
  secondsToHandle,
} from "./stage"

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

const entryOf = (event: string, payload: object) => {
  const key = randomUUID()
  return { event, key, payload, aggregate: aggregateKeyOf(event, payload, key) }
}

/** What the service tells of a purchase's stock, in one notification. */
function balanceNotification(stage: MirrorStage, changes: { variantUuid: string; change: number }[]) {
  const timestamp = new Date().toISOString()
  const entries = changes.map(({ variantUuid, change }) => {
    const { productUuid } = stage.goods.find((one) => one.variantUuid === variantUuid) ?? {}
    const place = { locationUuid: stage.storeUuid, productUuid, variantUuid }
    return { before: { ...place, balance: "5000" }, after: { ...place, balance: String(5_000 + change) } }
  })
  return entryOf("InventoryBalanceChanged", {
    organizationUuid: stage.counter.organizationUuid,
    updated: { uuid: randomUUID(), timestamp, userType: "USER", clientUuid: null },
    balanceBefore: entries.map(({ before }) => before),
    balanceAfter: entries.map(({ after }) => after),
    externalUuid: null,
  })
}

/** What a purchase takes from the stock, each variant once, as the service tells it. */
function soldOf(purchase: Purchase) {
  const sold = new Map<string, number>()
  for (const { type, variantUuid, quantity } of purchase.products) {
    if (type === "PRODUCT" && variantUuid) {
      sold.set(variantUuid, (sold.get(variantUuid) ?? 0) - Number(quantity))
    }
  }
  return [...sold].map(([variantUuid, change]) => ({ variantUuid, change }))
}

/** Receipts of the sandbox with their stock, all through: order, payments, fulfilment, levels, links. */
async function receiptsPerSecond(stage: MirrorStage, purchases: Purchase[]): Promise<number> {
  const before = { receipts: await mirroredReceipts(stage), moved: await movedInShop(stage) }
  const seconds = await secondsToHandle(
    stage,
    purchases.flatMap((purchase) => {
      const sold = soldOf(purchase)
      const told = sold.length > 0 ? [balanceNotification(stage, sold)] : []
      return [entryOf("PurchaseCreated", purchase), ...told]
    })
  )
  const receipts = (await mirroredReceipts(stage)) - before.receipts
  const moved = (await movedInShop(stage)) - before.moved
  const sold = purchases.flatMap(soldOf).reduce((sum, { change }) => sum + change, 0)
  if (receipts !== purchases.length || Math.abs(moved - sold) > 0.000_1) {
    throw new IncompleteMirrorError("Receipts", { receipts, moved }, { receipts: purchases.length, moved: sold })
  }
  return purchases.length / seconds
}

/** Movements of single variants, spread over the shop. */
async function stockPerSecond(stage: MirrorStage, movements: number): Promise<number> {
  const before = await movedInShop(stage)
  const seconds = await secondsToHandle(
    stage,
    Array.from({ length: movements }, (_none, index) => {
      const { variantUuid } = stage.goods[(index * 7) % stage.goods.length] ?? { variantUuid: "" }
      return balanceNotification(stage, [{ variantUuid, change: -1 }])
    })
  )
  const moved = (await movedInShop(stage)) - before
  if (moved !== -movements) {
    throw new IncompleteMirrorError("Stock", moved, -movements)
  }
  return movements / seconds
}

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
  return {
    receipts_per_second: await receiptsPerSecond(stage, purchases.slice(WARM_UP)),
    stock_per_second: await stockPerSecond(stage, receipts),
    recipe_per_second: RECIPE_RECEIPTS / (await recipeSeconds(stage, RECIPE_RECEIPTS)),
    adjust_per_second: ADJUSTMENTS / (await adjustSeconds(stage, ADJUSTMENTS)),
  }
}

runMeasurement(measure)
