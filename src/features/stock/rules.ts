import { z } from "zod"
import { BigNumber } from "bignumber.js"
import type { PosMovement } from "../../modules/pos/pos-movement"
import { type Decimal, decimalText, parseDecimal } from "../../money/money"
import type { Inventory, InventoryBalanceChangedPayload, Purchase, Timestamp } from "../../pos-api/contract"
import { soldAt } from "../purchases"

/** A change of one variant's balance at one location; decimal text, `change` is signed. */
export type BalanceChange = {
  locationUuid: string
  productUuid: string
  variantUuid: string
  before: string
  after: string
  change: string
  /** when the change happened, where the POS reports it with the balance */
  created?: Timestamp
}

type Balances = InventoryBalanceChangedPayload["balanceAfter"]

/**
 * Computes what moved: after − before, by location and variant. A missing `before` counts as 0, a variant that is
 * listed twice counts once, by its last entry, and what did not move is left out.
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

/**
 * Returns what is suspicious about a new stock level: it becomes 0, or rises or falls by more than a factor; null:
 * nothing. Stock that was 0 can only become right.
 */
export function findStockChange(before: Decimal, after: Decimal, factor: number): "stock_zero" | "stock_jump" | null {
  const [from, to] = [parseDecimal(before), parseDecimal(after)].map((level) => BigNumber.max(level, 0))
  if (!from || !to || from.isZero()) {
    return null
  }
  if (to.isZero()) {
    return "stock_zero"
  }
  return to.gt(from.times(factor)) || to.times(factor).lt(from) ? "stock_jump" : null
}

/** Subtracts two balances. @returns the difference as signed decimal text @throws NotADecimalError */
export function subtractBalances(target: Decimal, known: Decimal): string {
  return decimalText(parseDecimal(target).minus(parseDecimal(known)))
}

/** Adds a change to a balance. @returns the sum as decimal text @throws NotADecimalError */
export function addBalances(balance: Decimal, change: Decimal): string {
  return decimalText(parseDecimal(balance).plus(parseDecimal(change)))
}

/** UUIDs of the POS's inventories as a connection stores them, by type. */
export const inventoriesSchema = z.looseObject({ STORE: z.string(), SUPPLIER: z.string(), SOLD: z.string() })

export type Inventories = z.infer<typeof inventoriesSchema>

/** Chooses one inventory per type: the POS's default inventory, or else the first of that type. */
export function chooseInventories(inventories: Inventory[]): Record<string, string> {
  const chosenPolicies: Record<string, string> = {}
  const isOwn = (inventory: Inventory) => inventory.defaultInventory === true
  for (const { inventoryType, inventoryUuid } of [
    ...inventories.filter(isOwn),
    ...inventories.filter((inventory) => !isOwn(inventory)),
  ]) {
    chosenPolicies[inventoryType] ??= inventoryUuid
  }
  return chosenPolicies
}

/**
 * Movements of the store's stock that receipts cause: sales take from it, refunds put back. One movement per receipt
 * and variant.
 * @param since sales before this moment move nothing: the levels of that day include them
 */
export function soldMovements(purchases: Purchase[], since: Date): PosMovement[] {
  return purchases
    .filter((purchase) => soldAt(purchase) >= since)
    .flatMap((purchase) => {
      const byVariant = new Map<string, BigNumber>()
      for (const { type, variantUuid, quantity } of purchase.products) {
        if (type === "PRODUCT" && variantUuid) {
          byVariant.set(variantUuid, new BigNumber(byVariant.get(variantUuid) ?? 0).minus(quantity))
        }
      }
      return [...byVariant].map(([variantUuid, change]): PosMovement => ({
        naturalKey: `purchase:${purchase.purchaseUUID1}:${variantUuid}`,
        variantUuid,
        kind: "sold",
        change: change.toFixed(),
        storeChange: change.toFixed(),
        before: null,
        balanceAfter: null,
        identifier: null,
        occurredAt: soldAt(purchase),
      }))
    })
}

/** A movement to the POS whose response was lost, and the current state of its variant. Quantities are decimal text. */
export type LostMovement = {
  change: string
  /** the POS's balance by our ledger, which counts the movement */
  ledger: string
  /** the POS's balance, read after every received notification was counted */
  pos: string
  /**
   * whether the row at the POS has changed since the movement was sent; null where the POS does not report it (rows of
   * the specification have neither `updated` nor `checksum`)
   */
  changedSince: boolean | null
  /** number of earlier checks */
  looks: number
}

/** Outcome of a check; `wait`: not decidable yet, check again later. */
export type LostMovementDecision = "applied" | "lost" | "wait"

/** After this many checks, each later than the last, every event that is in transit has had time to arrive. */
const MAX_CHECKS = 3

/**
 * Decides whether the POS applied a movement whose response was lost. A row that has not changed since then did not
 * take it (observed "A stock write whose answer was lost"). Otherwise the unreported change decides, that is the POS's
 * balance minus the ledger without the movement. If it is 0, the movement was not applied. If it equals the movement,
 * it was applied. For any other value an event is still in transit. When no event comes, the nearer of the two is
 * presumed, and the rest is an ordinary difference.
 */
export function classifyLostMovement({ change, ledger, pos, changedSince, looks }: LostMovement): LostMovementDecision {
  const movedBy = parseDecimal(change)
  const sinceBaseline = parseDecimal(pos).minus(parseDecimal(ledger).minus(movedBy))
  const isLastLook = looks + 1 >= MAX_CHECKS
  if (changedSince === false) {
    // Any level is possible, also the one that the movement would have led to: an unreported sale explains that.
    return "lost"
  }
  if (sinceBaseline.isEqualTo(movedBy)) {
    return "applied"
  }
  if (sinceBaseline.isZero()) {
    // The row changed and changed back: perhaps by our movement and an unreported sale.
    return changedSince === true && !isLastLook ? "wait" : "lost"
  }
  if (!isLastLook) {
    return "wait"
  }
  return sinceBaseline.minus(movedBy).abs().isLessThan(sinceBaseline.abs()) ? "applied" : "lost"
}
