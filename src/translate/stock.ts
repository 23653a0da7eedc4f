import type { InventoryBalanceChangedPayload, Timestamp } from "../pos-api/contract"
import { type Decimal, decimalText, parseDecimal } from "./decimal"

/** A change of one variant's balance at one location. Decimal text; `change` is signed. */
export type BalanceChange = {
  locationUuid: string
  productUuid: string
  variantUuid: string
  before: string
  after: string
  change: string
  /** when, where the service has said so with the balance */
  created?: Timestamp
}

type Balances = InventoryBalanceChangedPayload["balanceAfter"]

/**
 * What moved: after − before, by location and variant. A missing `before` is a balance that began at 0; a variant that
 * is listed twice counts once, by its last entry; what did not move is left out.
 * @throws NotADecimalError for a balance that is no number
 */
export function balanceChanges(payload: InventoryBalanceChangedPayload): BalanceChange[] {
  const before = byPlace(payload.balanceBefore)
  return [...byPlace(payload.balanceAfter)].flatMap(([place, entry]) => {
    const { locationUuid, productUuid, variantUuid } = entry
    const from = before.get(place)?.balance ?? "0"
    const change = subtractBalances(entry.balance, from)
    return change === "0"
      ? []
      : [
          {
            locationUuid,
            productUuid,
            variantUuid,
            before: decimalText(from),
            after: decimalText(entry.balance),
            change,
            ...(entry.created ? { created: entry.created } : {}),
          },
        ]
  })
}

function byPlace(balances: Balances): Map<string, Balances[number]> {
  return new Map(balances.map((entry) => [`${entry.locationUuid}/${entry.variantUuid}`, entry]))
}

/** The difference of two balances as decimal text, signed. @throws NotADecimalError */
export function subtractBalances(target: Decimal, known: Decimal): string {
  return decimalText(parseDecimal(target).minus(parseDecimal(known)))
}

/** The sum of a balance and a change as decimal text. @throws NotADecimalError */
export function addBalances(balance: Decimal, change: Decimal): string {
  return decimalText(parseDecimal(balance).plus(parseDecimal(change)))
}
