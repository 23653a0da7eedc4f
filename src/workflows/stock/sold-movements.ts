import { BigNumber } from "bignumber.js"
import type { Purchase } from "../../pos-api/contract"
import { soldAt } from "../../translate/receipt"
import type { CounterMovement } from "../../modules/pos/counter-movement"

/**
 * What receipts' rows take from the shop's stock, and refunds put back, one movement for each receipt and variant.
 * @param since sales before it move nothing: the levels of that day had them in them
 */
export function soldMovements(purchases: Purchase[], since: Date): CounterMovement[] {
  return purchases
    .filter((purchase) => soldAt(purchase) >= since)
    .flatMap((purchase) => {
      const byVariant = new Map<string, BigNumber>()
      for (const { type, variantUuid, quantity } of purchase.products) {
        if (type === "PRODUCT" && variantUuid) {
          byVariant.set(variantUuid, new BigNumber(byVariant.get(variantUuid) ?? 0).minus(quantity))
        }
      }
      return [...byVariant].map(([variantUuid, change]): CounterMovement => ({
        naturalKey: `purchase:${purchase.purchaseUUID1}:${variantUuid}`,
        variantUuid,
        kind: "sold",
        change: change.toFixed(),
        shopChange: change.toFixed(),
        before: null,
        balanceAfter: null,
        identifier: null,
        occurredAt: soldAt(purchase),
      }))
    })
}
