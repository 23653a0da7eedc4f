import type {
  MassChangeGroup,
  MassChangeLimits,
  PosChangeGroup,
  StoreChangeGroup,
  SuspiciousChange,
  SuspiciousKind,
} from "../../contract/mass-changes"

/** The group in which a kind of change at the POS is counted. */
const GROUP_OF: Record<SuspiciousKind, PosChangeGroup> = {
  removal: "removal",
  deleted_at_pos: "removal",
  price_zero: "price",
  price_drop: "price",
  price_rise: "price",
  image_removed: "image",
  stock_zero: "stock",
  stock_jump: "stock",
}

/** The group of the same changes in the store; null: those that come from the POS are not counted. */
const IN_STORE: Record<PosChangeGroup, StoreChangeGroup | null> = {
  removal: "removal_in_store",
  price: "price_in_store",
  image: null,
  stock: null,
}

/** The group whose limit counts. */
const LIMIT_OF: Record<MassChangeGroup, PosChangeGroup> = {
  removal: "removal",
  price: "price",
  image: "image",
  stock: "stock",
  removal_in_store: "removal",
  price_in_store: "price",
}

/** Where changes would arrive. */
export type Side = "pos" | "store"

/** Returns the group in which a kind of change is counted; null: it is not. */
export function getGroup(kind: SuspiciousKind, side: Side): MassChangeGroup | null {
  const group = GROUP_OF[kind]
  return side === "pos" ? group : IN_STORE[group]
}

/**
 * Returns the number of products of a group that may change within the window.
 * @param listed number of products at the POS
 */
export function getLimit(limits: MassChangeLimits, group: MassChangeGroup, listed: number): number {
  const { minimum, percent, maximum } = limits[LIMIT_OF[group]]
  return Math.max(minimum, Math.min(maximum, Math.floor((listed * percent) / 100)))
}

/**
 * Decides whether suspicious changes are held: all of them are, once more products have changed within the window than
 * the limit allows, and as long as a hold is open. So at most the limit is ever sent within a window, in any order
 * and batches the changes arrive, and changes that stay within it are never held.
 * @param window.isOpen whether a hold of the group waits for a decision
 * @param window.passed products that were sent with such a change within the window, without the new ones
 * @param count number of products with new suspicious changes
 */
export function mustHold(window: { isOpen: boolean; passed: number; limit: number }, count: number): boolean {
  return window.isOpen || window.passed + count > window.limit
}

/** Returns whether a person has approved exactly these changes: the same fields with the same new values. */
export function isApproved(approved: SuspiciousChange[], planned: SuspiciousChange[]): boolean {
  const key = ({ kind, variant_uuid, after }: SuspiciousChange) => JSON.stringify([kind, variant_uuid, after])
  const approvedKeys = new Set(approved.map(key))
  return planned.every((change) => approvedKeys.has(key(change)))
}

/** Returns whether planned changes only take back what was sent: their new values are those from before it. */
export function takesBack(sent: SuspiciousChange[], planned: SuspiciousChange[]): boolean {
  const before = new Map(sent.map((change) => [change.variant_uuid, JSON.stringify(change.before)]))
  return planned.every(
    ({ variant_uuid, after }) => after !== null && before.get(variant_uuid) === JSON.stringify(after)
  )
}
