import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import { createClaim } from "../../modules/pos/queue-policies"
import type { PosClient } from "../../pos-api/client"
import { mayCall, whenCallable } from "../../runtime/circuit-breaker"
import { claimHandle, withHeartbeat } from "../../runtime/claims"
import { notifyAdmin } from "../../runtime/send-notification"
import { drainQueue } from "../../runtime/queue"
import { nextAttemptAt, planRetry } from "../../runtime/retry"
import { hasLocation } from "../../runtime/stock-access"
import { recordAttempt, recordFailedAttempt } from "../../runtime/sync-attempts"
import { runInBackground } from "../../runtime/workers"
import { countEach } from "../../telemetry/counts"
import { inSpan } from "../../telemetry/spans"
import { handleWhileDue } from "../../runtime/due-queues"
import { closeSent } from "./differences"
import { holdStock } from "./hold-stock"
import { matchInitialStock } from "./initial-matching"
import { checkLostMovements } from "./lost-movements"
import { NoLowStockError, sendLowStock } from "./low-stock"
import { findOpenMovements } from "./outbound-movements"
import { type ClaimedStock, claimStock, recordStockPushes, type StockPushResult } from "./outbox"
import { inventoriesSchema } from "./rules"
import { type StockSender, sendMovements } from "./send-movements"
import { posDecideDifferencesWorkflow } from "./settle-differences"

/** `edits` sends changes of variants whose ledger has started; `contacts` puts the others through initial matching. */
type StockLane = "edits" | "contacts"

type Push = Omit<StockSender, "inventory" | "inventories"> & {
  client: PosClient
  claims: ClaimedStock[]
  /** called when the POS reports that it stores no low-stock levels */
  onNoLowStock: (error: NoLowStockError) => Promise<void>
}

/** Result of a claim whose push is complete; `reason` when the POS refused it. */
const sent = ({ id, stock_revision }: ClaimedStock, reason: string | null = null): StockPushResult => ({
  id,
  revision: stock_revision,
  outcome: "sent" as const,
  reason,
})

const STILL_OPEN = "The response to the last stock change was lost. Nothing more is sent until its outcome is known."
const UNREADABLE = "The POS's level of this variant could not be read"

/**
 * Sends the changes of the store's available stock to the POS, or puts variants through initial matching. Movements
 * that an earlier attempt has left open are checked first; nothing more is sent of such a variant until the outcome is
 * known.
 * @returns how each claim ended
 */
async function pushStock({ client, claims, onNoLowStock, ...rest }: Push, lane: StockLane): Promise<StockPushResult[]> {
  const inventories = inventoriesSchema.safeParse(rest.connection.inventories)
  if (!client.inventory || !inventories.success) {
    return claims.map((claim) => sent(claim))
  }
  const sender = { ...rest, inventory: client.inventory, inventories: inventories.data }
  const later = await retryAt(sender)
  return lane === "edits" ? sendEdits(sender, claims, later, onNoLowStock) : meet(sender, claims, later)
}

type Later = (claim: ClaimedStock, reason: string) => StockPushResult

async function retryAt(sender: StockSender): Promise<Later> {
  const now = await sender.now()
  return ({ id, stock_revision, stock_attempts }, reason) => ({
    id,
    revision: stock_revision,
    outcome: "retry",
    reason,
    waited: false,
    next_attempt_at: nextAttemptAt("stock", now, stock_attempts),
  })
}

async function sendEdits(
  sender: StockSender,
  claims: ClaimedStock[],
  later: Later,
  onNoLowStock: Push["onNoLowStock"]
): Promise<StockPushResult[]> {
  const open = await checkLostMovements(
    sender,
    claims.map(({ id }) => id)
  )
  const free = claims.filter(({ id }) => !open.has(id))
  const { held, levels } = await holdStock(sender, free)
  const freeIds = free.filter(({ id }) => !held.has(id)).map(({ id }) => id)
  const sendResult = await sendMovements(sender, freeIds, levels)
  const restarted = new Set(sendResult.restarted)
  const lowStockRefused = await lowStock(sender, free, onNoLowStock)
  // Another worker may send the same variant, if this one's claim has expired.
  const openMovements = await sender.pos.query((sql) => findOpenMovements(sql, freeIds))
  openMovements.forEach(({ variant_link_id }) => open.add(variant_link_id))
  const reasons = new Map(
    [...sendResult.refused, ...lowStockRefused].map(({ variantLinkId, reason }) => [variantLinkId, reason])
  )
  const postponed = new Set(
    sendResult.refused.filter(({ isFinal }) => !isFinal).map(({ variantLinkId }) => variantLinkId)
  )
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

/** Sends low-stock levels after the movements: nothing waits for them, and a POS without them blocks nothing. */
async function lowStock(sender: StockSender, claims: ClaimedStock[], onNoLowStock: Push["onNoLowStock"]) {
  try {
    return await sendLowStock(sender, claims)
  } catch (error) {
    if (!(error instanceof NoLowStockError)) {
      throw error
    }
    await onNoLowStock(error)
    return []
  }
}

async function meet(sender: StockSender, claims: ClaimedStock[], later: Later): Promise<StockPushResult[]> {
  const contacts = await matchInitialStock(sender, claims)
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

export type PushStockBatchInput = { connection_id: string; limit: number; lane: StockLane }

/**
 * Claims variants whose stock is due and sends their changes to the POS. What could not be sent stays due, with the
 * reason and a later time.
 */
export const posPushStockBatchStep = createStep(
  "pos-push-stock-batch",
  async (input: PushStockBatchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const before = await pos.findConnection(input.connection_id)
    const mayPush = mayCall(before, await pos.now()) && before.stock_sync === "two_way"
    // Stock stays due while its main stock location is deleted.
    const twoWay = mayPush && (await hasLocation(container, before))
    const token = randomUUID()
    const which = { connectionId: before.id, limit: input.limit, tracked: input.lane === "edits" }
    const claim = (sql: Sql, now: Date) => claimStock(sql, { ...which, ...createClaim("stock", token, now) })
    const claims = twoWay ? await pos.query(claim) : []
    if (claims.length === 0) {
      return new StepResponse({ claimed: 0 })
    }
    // Read again: a setting may have raised the claimed revisions after the first read.
    const connection = await pos.findConnection(before.id)
    try {
      const client = await pos.clientOf(connection.id, input.lane === "contacts" ? "bulk" : "urgent")
      const ids = claims.map(({ id }) => id)
      const held = claimHandle({ queue: "stock", token, ids }, "the claim of stock")
      const onNoLowStock = async (said: Error) => noteNoLowStock(container, connection, said)
      const push = { container, pos, connection, client, claims, onNoLowStock, now: async () => pos.now() }
      const facts = { "pos.connection_id": connection.id, "pos.count": claims.length }
      const traced = async () => inSpan("pos.stock", facts, async () => pushStock(push, input.lane))
      const results = await withHeartbeat(container, held, traced)
      countEach(
        "pos_stock_pushes_total",
        results.map(({ outcome }) => outcome)
      )
      await pos.query((sql, now) => recordStockPushes(sql, now, token, results))
      await recordAttempt(container, { connectionId: connection.id, kind: "stock_out", failure: null })
      if (input.lane === "contacts") {
        await followPosAtStart(container, connection)
      }
    } catch (error) {
      const now = await pos.now()
      const reason = await recordFailedAttempt(container, { connectionId: connection.id, kind: "stock_out" }, error)
      const results = claims.map((claim) => ({
        id: claim.id,
        revision: claim.stock_revision,
        outcome: "retry" as const,
        reason,
        ...planRetry("stock", error, now, claim.stock_attempts),
      }))
      countEach(
        "pos_stock_pushes_total",
        results.map(({ outcome }) => outcome)
      )
      await pos.query((sql) => recordStockPushes(sql, now, token, results))
    }
    return new StepResponse({ claimed: claims.length })
  }
)

/** Notifies the admin once: no low-stock levels are sent until the setting is chosen again. */
async function noteNoLowStock(container: MedusaContainer, connection: ConnectionRecord, said: Error): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await pos.updatePosConnections({ id: connection.id, low_stock_unknown_at: await pos.now() })
  await notifyAdmin(container, {
    title: "Point of sale: no low-stock levels",
    description: said.message,
    key: `pos:no-low-stock:${connection.id}`,
  })
}

/** Pushes one batch of the stock outbox. */
export const posPushStockBatchWorkflow = createWorkflow("pos-push-stock-batch", (input: PushStockBatchInput) => {
  return new WorkflowResponse(posPushStockBatchStep(input))
})

/** Settles differences of initial matching for the POS, where `initial_stock_source` says that the POS's levels win. */
async function followPosAtStart(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  if (getInboundSettings(connection).initial_stock_source !== "pos") {
    return
  }
  const open = await container
    .resolve(POS_MODULE)
    .listPosStockDifferences(
      { connection_id: connection.id, state: "open", cause: "first-contact" },
      { take: null, select: ["id"] }
    )
  if (open.length > 0) {
    const ids = open.map(({ id }) => id)
    await posDecideDifferencesWorkflow(container).run({
      input: { connection_id: connection.id, ids, decision: "trust-pos" },
    })
  }
}

/**
 * Variants per batch. Changes go in one call. Initial matching takes the largest catalog at once, because reading the
 * POS's levels costs a listing of all of them.
 */
const VARIANTS_IN_BATCH: Record<StockLane, number> = { edits: 500, contacts: 20_000 }

/**
 * Pushes due stock of a connection until none is left. Each lane has a drain loop of its own: a web sale waits neither
 * for the products of a first sync nor for initial matching.
 */
export async function drainStock(container: MedusaContainer, connectionId: string, lane: StockLane): Promise<void> {
  const input = { connection_id: connectionId, limit: VARIANTS_IN_BATCH[lane], lane }
  const handle = async () => (await posPushStockBatchWorkflow(container).run({ input })).result.claimed
  const drain = async () => {
    const pos = container.resolve(POS_MODULE)
    const { handled, isLeft, next } = await handleWhileDue(container, { connectionId, queue: lane, handle })
    if (lane === "contacts" && handled > 0) {
      // Variants that were just matched have changes to send.
      await drainStock(container, connectionId, "edits")
    }
    if (lane === "edits" && handled > 0) {
      // Variants that the POS no longer tracks go through initial matching again.
      runInBackground(container, "matching stock", drainStock(container, connectionId, "contacts"))
    }
    return isLeft || next ? whenCallable(await pos.findConnection(connectionId), { next, now: await pos.now() }) : null
  }
  await drainQueue(container, {
    queue: `stock-${lane}:${connectionId}`,
    area: "stock",
    drain,
    wake: async () => drainStock(container, connectionId, lane),
  })
}

/** Drains both lanes concurrently. */
export async function drainAllStock(container: MedusaContainer, connectionId: string): Promise<void> {
  await Promise.all([drainStock(container, connectionId, "edits"), drainStock(container, connectionId, "contacts")])
}
