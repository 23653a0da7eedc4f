import { randomUUID } from "node:crypto"
import type { Purchase } from "../../src/pos-api/contract"
import { getAggregateKey } from "../../src/runtime/signed-entry"
import { IncompleteMirrorError, mirroredReceipts, type MirrorStage, movedInStore, secondsToHandle } from "./stage"

const entryOf = (event: string, payload: object) => {
  const key = randomUUID()
  return { event, key, payload, aggregate: getAggregateKey(event, payload, key) }
}

/** What the POS reports a purchase's stock, in one notification. */
function balanceNotification(stage: MirrorStage, changes: { variantUuid: string; change: number }[]) {
  const timestamp = new Date().toISOString()
  const entries = changes.map(({ variantUuid, change }) => {
    const { productUuid } = stage.goods.find((ware) => ware.variantUuid === variantUuid) ?? {}
    const place = { locationUuid: stage.storeUuid, productUuid, variantUuid }
    return { before: { ...place, balance: "5000" }, after: { ...place, balance: String(5_000 + change) } }
  })
  return entryOf("InventoryBalanceChanged", {
    organizationUuid: stage.posDriver.organizationUuid,
    updated: { uuid: randomUUID(), timestamp, userType: "USER", clientUuid: null },
    balanceBefore: entries.map(({ before }) => before),
    balanceAfter: entries.map(({ after }) => after),
    externalUuid: null,
  })
}

/** What a purchase takes from the stock, each variant once, as the POS reports it. */
function soldOf(purchase: Purchase) {
  const sold = new Map<string, number>()
  for (const { type, variantUuid, quantity } of purchase.products) {
    if (type === "PRODUCT" && variantUuid) {
      sold.set(variantUuid, (sold.get(variantUuid) ?? 0) - Number(quantity))
    }
  }
  return [...sold].map(([variantUuid, change]) => ({ variantUuid, change }))
}

/** What the POS reports purchases: each of them, and what it moved. */
export const reportedBy = (stage: MirrorStage, purchases: Purchase[]) =>
  purchases.flatMap((purchase) => {
    const sold = soldOf(purchase)
    const reported = sold.length > 0 ? [balanceNotification(stage, sold)] : []
    return [entryOf("PurchaseCreated", purchase), ...reported]
  })

/** Receipts of the sandbox with their stock, all through: order, payments, fulfilment, levels, links. */
export async function receiptsPerSecond(stage: MirrorStage, purchases: Purchase[]): Promise<number> {
  const before = { receipts: await mirroredReceipts(stage), moved: await movedInStore(stage) }
  const seconds = await secondsToHandle(stage, reportedBy(stage, purchases))
  const receipts = (await mirroredReceipts(stage)) - before.receipts
  const moved = (await movedInStore(stage)) - before.moved
  const sold = purchases.flatMap(soldOf).reduce((sum, { change }) => sum + change, 0)
  if (receipts !== purchases.length || Math.abs(moved - sold) > 0.000_1) {
    throw new IncompleteMirrorError("Receipts", { receipts, moved }, { receipts: purchases.length, moved: sold })
  }
  return purchases.length / seconds
}

/** Movements of single variants, spread over the store. */
export async function stockPerSecond(stage: MirrorStage, movements: number): Promise<number> {
  const before = await movedInStore(stage)
  const seconds = await secondsToHandle(
    stage,
    Array.from({ length: movements }, (_none, index) => {
      const { variantUuid } = stage.goods[(index * 7) % stage.goods.length] ?? { variantUuid: "" }
      return balanceNotification(stage, [{ variantUuid, change: -1 }])
    })
  )
  const moved = (await movedInStore(stage)) - before
  if (moved !== -movements) {
    throw new IncompleteMirrorError("Stock", moved, -movements)
  }
  return movements / seconds
}
