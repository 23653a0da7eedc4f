import type { PosClient } from "../../pos-api/client"
import { closeSent } from "../../modules/pos/queries/stock/differences"
import { findOpenMovements } from "../../modules/pos/queries/stock/open-movements"
import type { ClaimedStock } from "../../modules/pos/queries/stock/claim-stock"
import type { StockPushResult } from "../../modules/pos/queries/stock/stock-outbox"
import { nextAttemptAt } from "../queue/retry"
import { meetCounter } from "./first-contact"
import { inventoriesSchema } from "./inventories"
import { lookAtLost } from "./look-at-lost"
import { type StockSender, tellCounter } from "./send-movements"
import { NoLowStockError, tellLowStock } from "./tell-low-stock"

/** What is told is told of variants whose ledger has begun (`edits`); of the others the two sides meet first (`contacts`). */
export type StockLane = "edits" | "contacts"

type Push = Omit<StockSender, "inventory" | "inventories"> & {
  client: PosClient
  claims: ClaimedStock[]
  /** the service has said that it keeps no low-stock levels */
  onNoLowStock: (error: NoLowStockError) => Promise<void>
}

/** How a claim ends; `retry` says why, and when is added by whoever knows how often it was tried. */
const sent = ({ id, stock_revision }: ClaimedStock, reason: string | null = null): StockPushResult => ({
  ...{ id, revision: stock_revision, outcome: "sent" as const, reason },
})

const STILL_OPEN =
  "The answer to what was told last was lost; nothing more is told before it is known what became of it."
const UNREADABLE = "The counter's level of this variant comes in a form that is not understood"

/**
 * Tells the counter how the shop's available stock moved since both agreed, or lets both sides meet about it. What an
 * earlier attempt has left open is looked at first, and nothing more is told of such a variant until its end is known.
 * @returns how each claim ended
 */
export async function pushStock(
  { client, claims, onNoLowStock, ...rest }: Push,
  lane: StockLane
): Promise<StockPushResult[]> {
  const inventories = inventoriesSchema.safeParse(rest.connection.inventories)
  if (!client.inventory || !inventories.success) {
    return claims.map((claim) => sent(claim))
  }
  const sender = { ...rest, inventory: client.inventory, inventories: inventories.data }
  const later = await retryAt(sender)
  return lane === "edits" ? tell(sender, claims, later, onNoLowStock) : meet(sender, claims, later)
}

type Later = (claim: ClaimedStock, reason: string) => StockPushResult

async function retryAt(sender: StockSender): Promise<Later> {
  const now = await sender.now()
  return ({ id, stock_revision, stock_attempts }, reason) => ({
    ...{ id, revision: stock_revision, outcome: "retry", reason, waited: false },
    next_attempt_at: nextAttemptAt("stock", now, stock_attempts),
  })
}

async function tell(
  sender: StockSender,
  claims: ClaimedStock[],
  later: Later,
  onNoLowStock: Push["onNoLowStock"]
): Promise<StockPushResult[]> {
  const open = await lookAtLost(
    sender,
    claims.map(({ id }) => id)
  )
  const free = claims.filter(({ id }) => !open.has(id))
  const freeIds = free.map(({ id }) => id)
  const taken = await tellCounter(sender, freeIds)
  const restarted = new Set(taken.restarted)
  const lowStockRefused = await lowStock(sender, free, onNoLowStock)
  // Another worker may tell of the same variant, when this one was taken for dead.
  const others = await sender.pos.query((sql) => findOpenMovements(sql, freeIds))
  others.forEach(({ variant_link_id }) => open.add(variant_link_id))
  const reasons = new Map(
    [...taken.refused, ...lowStockRefused].map(({ variantLinkId, reason }) => [variantLinkId, reason])
  )
  const postponed = new Set(taken.refused.filter(({ isFinal }) => !isFinal).map(({ variantLinkId }) => variantLinkId))
  const arrived = freeIds.filter((id) => !open.has(id) && !reasons.has(id) && !restarted.has(id))
  await sender.pos.query((sql, now) => closeSent(sql, arrived, now))
  return claims.map((claim): StockPushResult => {
    const reason = reasons.get(claim.id) ?? null
    if (open.has(claim.id)) {
      return later(claim, STILL_OPEN)
    }
    if (restarted.has(claim.id)) {
      return { id: claim.id, revision: claim.stock_revision, outcome: "met" }
    }
    return reason !== null && postponed.has(claim.id) ? later(claim, reason) : sent(claim, reason)
  })
}

/** After the movements: nobody waits for it, and a service without it holds nothing up. */
async function lowStock(sender: StockSender, claims: ClaimedStock[], onNoLowStock: Push["onNoLowStock"]) {
  const ids = claims.map(({ id }) => id)
  try {
    return await tellLowStock(sender, ids)
  } catch (error) {
    if (!(error instanceof NoLowStockError)) {
      throw error
    }
    await onNoLowStock(error)
    return []
  }
}

async function meet(sender: StockSender, claims: ClaimedStock[], later: Later): Promise<StockPushResult[]> {
  const contacts = await meetCounter(sender, claims)
  return claims.map((claim) => {
    const contact = contacts.get(claim.id)
    switch (contact?.kind) {
      case "begun":
        return { id: claim.id, revision: claim.stock_revision, outcome: "met" }
      case "unread":
        return later(claim, `${UNREADABLE} (${contact.reason})`)
      case "left":
      case undefined:
        return sent(claim, contact?.reason ?? null)
    }
  })
}
