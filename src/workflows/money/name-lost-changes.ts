import type { StoreChanges } from "../../medusa-tables/orders/read-store-changes"

const NAMES: Record<keyof StoreChanges, [one: string, many: string]> = {
  edits: ["edit", "edits"],
  returns: ["return", "returns"],
  refunds: ["refund", "refunds"],
  payments: ["payment", "payments"],
  credit_lines: ["credit line", "credit lines"],
  shipping_methods: ["shipping method", "shipping methods"],
  exchanges: ["exchange", "exchanges"],
  claims: ["claim", "claims"],
}

const isKind = (kind: string): kind is keyof StoreChanges => kind in NAMES

/** What a repaired order no longer has of what the store added to it, for a person to read; null when it has all of it. */
export function nameLostChanges(changes: StoreChanges): string | null {
  const lost = Object.entries(changes).flatMap(([kind, count]) =>
    isKind(kind) && count > 0 ? [`${count} ${NAMES[kind][count === 1 ? 0 : 1]}`] : []
  )
  return lost.length === 0 ? null : `Not kept, because it was made in the store alone: ${lost.join(", ")}.`
}
