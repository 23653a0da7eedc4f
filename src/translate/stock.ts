import { BigNumber } from "bignumber.js"
import type { InventoryBalanceChangedPayload } from "../pos-api/contract"

/** A change of one variant's balance at one location. Decimal text; `change` is signed. */
export type BalanceChange = {
  locationUuid: string
  productUuid: string
  variantUuid: string
  before: string
  after: string
  change: string
}

/** What moved: after − before, by location and variant. A missing `before` is a balance that began at 0. */
export function balanceChanges(payload: InventoryBalanceChangedPayload): BalanceChange[] {
  const keyOf = (entry: { locationUuid: string; variantUuid: string }) => `${entry.locationUuid}/${entry.variantUuid}`
  const before = new Map(payload.balanceBefore.map((entry) => [keyOf(entry), entry.balance]))
  return payload.balanceAfter.flatMap((entry) => {
    const from = new BigNumber(before.get(keyOf(entry)) ?? 0)
    const change = new BigNumber(entry.balance).minus(from)
    if (!change.isFinite() || change.isZero()) {
      return []
    }
    const { locationUuid, productUuid, variantUuid } = entry
    const after = new BigNumber(entry.balance).toFixed()
    return [{ locationUuid, productUuid, variantUuid, before: from.toFixed(), after, change: change.toFixed() }]
  })
}

/** The difference of two balances as decimal text, signed. */
export function subtractBalances(target: BigNumber.Value, known: BigNumber.Value): string {
  return new BigNumber(target).minus(known).toFixed()
}
