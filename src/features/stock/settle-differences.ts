import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { LEFT_OPEN_REASONS, type LeftOpenReason, type StockDecision } from "../../contract/stock"
import { readAvailableStock } from "../../medusa/stock"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosMovement } from "../../modules/pos/pos-movement"
import type { Sql } from "../../modules/pos/database/sql"
import type { PosModuleService } from "../../modules/pos/service"
import { repeatIfKeyTaken } from "../../runtime/errors"
import { wakeFor } from "../../runtime/queue"
import { INVENTORY_LEVEL_UPDATED, POS_EVENTS } from "../../runtime/events"
import { applyPosMovements } from "./apply-movements"
import { closeDifferences, findOpenDifferences, type OpenDifference, reopenDifferences } from "./differences"
import { holdingInventory } from "./inventory-lock"
import { findOpenMovements } from "./outbound-movements"
import { findVariantsWithMissedWebhooks, markStockDue } from "./outbox"
import { planMatching } from "./plan-matching"
import { readPosLevels, type ReadLevels } from "./pos-levels"
import { inventoriesSchema, subtractBalances } from "./rules"
import { endPresumptions, recordObservedLevels, takeBaselines } from "./tracked-levels"

/** Maximum number of inventory items that are locked at once. */
const SETTLED_AT_ONCE = 500

/** A variant that moves while its level is read is read again; after this many rounds its difference stays open. */
const MOST_ROUNDS = 3

/** Result of a decision: which differences were settled, why others stay open, and which store levels moved. */
export type Decided = {
  decided: number
  decidedIds: string[]
  leftOpen: { reason: LeftOpenReason; count: number }[]
  movedLevelIds: string[]
}

/** `ids`: null: all open differences. */
type Decision = { ids: string[] | null; decision: StockDecision; reason: string | null }

/**
 * Settles open differences for one side, each once. The ledger first takes the POS's level. Then the store follows by
 * what the POS moved without a notification (in initial matching, by the whole difference), or the next push sends the
 * store's level. Only differences whose level was read in this call are settled; `ignored` needs no reading.
 */
async function settleDifferences(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { ids, decision, reason }: Decision
): Promise<Decided> {
  const pos = container.resolve(POS_MODULE)
  const decidedIds: string[] = []
  const movedLevelIds: string[] = []
  if (decision === "ignored") {
    const open = await pos.query((sql) => findOpenDifferences(sql, connection.id, ids))
    decidedIds.push(...(await pos.query((sql, now) => closeDifferences(sql, getIds(open), decision, now, reason))))
    return { decided: decidedIds.length, decidedIds, leftOpen: [], movedLevelIds }
  }
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const { inventory } = await pos.clientOf(connection.id)
  let leftOpen = new Map<string, LeftOpenReason>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = await pos.query((sql) => findOpenDifferences(sql, connection.id, ids))
    leftOpen = new Map(open.map(({ id }) => [id, "pos-not-tracked"]))
    if (open.length === 0 || !inventory || !inventories.success) {
      break
    }
    const read = await readPosLevels(inventory, inventories.data.STORE, open)
    await storeObserved(pos, open, read)
    const before = decidedIds.length
    for (let from = 0; from < open.length; from += SETTLED_AT_ONCE) {
      const some = open.slice(from, from + SETTLED_AT_ONCE)
      const settled = await settle(container, connection, { open: some, read, decision, now: await pos.now() })
      decidedIds.push(...settled.decidedIds)
      movedLevelIds.push(...settled.movedLevelIds)
      settled.leftOpen.forEach((reason, id) => leftOpen.set(id, reason))
      settled.decidedIds.forEach((id) => leftOpen.delete(id))
    }
    if (decidedIds.length === before || leftOpen.size === 0) {
      break
    }
  }
  return { decided: decidedIds.length, decidedIds, leftOpen: countReasons([...leftOpen.values()]), movedLevelIds }
}

/** Records the levels that were read for a decision, whether their difference can be settled or not. */
async function storeObserved(pos: PosModuleService, open: OpenDifference[], read: ReadLevels): Promise<void> {
  const now = await pos.now()
  const observed = open.flatMap(({ link_id, variant_uuid, tracked, pos_balance }) => {
    const level = read.levels.get(variant_uuid)
    const balance = tracked ? pos_balance : null
    return level ? [{ linkId: link_id, level: level.level, readAt: level.readAt ?? now, balance }] : []
  })
  await pos.query((sql) => recordObservedLevels(sql, observed))
}

function countReasons(reasons: LeftOpenReason[]): Decided["leftOpen"] {
  return LEFT_OPEN_REASONS.flatMap((reason) => {
    const count = reasons.filter((other) => other === reason).length
    return count > 0 ? [{ reason, count }] : []
  })
}

const getIds = (open: OpenDifference[]) => open.map(({ id }) => id)

type Settlement = { open: OpenDifference[]; read: ReadLevels; decision: "trust-store" | "trust-pos"; now: Date }

type Settled = { decidedIds: string[]; movedLevelIds: string[]; leftOpen: Map<string, LeftOpenReason> }

/**
 * Computes and records a settlement in one transaction, while it holds the locks on the levels of both sides. Variants
 * that have moved since the POS's level was read are left for another round.
 */
async function settle(container: MedusaContainer, connection: ConnectionRecord, input: Settlement): Promise<Settled> {
  const { open: openDifferences, read, decision, now } = input
  const variantUuids = openDifferences.map(({ variant_uuid }) => variant_uuid)
  return holdingInventory(container, connection.id, variantUuids, async (sql, stock) => {
    const linkIds = openDifferences.map(({ link_id }) => link_id)
    const held = new Map(
      (await findOpenDifferences(sql, connection.id, getIds(openDifferences), true)).map((open) => [open.id, open])
    )
    const sending = new Set((await findOpenMovements(sql, linkIds)).map(({ variant_link_id }) => variant_link_id))
    const waiting = await findVariantsWithMissedWebhooks(sql, connection.id, variantUuids, ["pending", "dead"])
    const leftOpen = new Map<string, LeftOpenReason>()
    const ready: ReadDifference[] = []
    const departed: OpenDifference[] = []
    for (const before of openDifferences) {
      const open = held.get(before.id)
      const level = read.levels.get(before.variant_uuid)
      if (!open) {
        continue
      }
      if (!level && open.left_pos && open.ledger_level !== null) {
        departed.push(open)
      } else if (!level) {
        leftOpen.set(open.id, read.unreadable.has(open.variant_uuid) ? "pos-unreadable" : "pos-not-tracked")
      } else if (decision === "trust-store" && waiting.has(open.variant_uuid)) {
        leftOpen.set(open.id, "waiting")
      } else if (sending.has(open.link_id) || !isUnmoved(before, open)) {
        leftOpen.set(open.id, "moving")
      } else {
        ready.push({ ...open, level: level.level, readAt: level.readAt ?? now })
      }
    }
    const follow = await planStore(stock.over(sql), connection, ready, decision)
    follow.leftOpen.forEach((reason, id) => leftOpen.set(id, reason))
    const settled = ready.filter(({ id }) => !leftOpen.has(id))
    const settledLinkIds = settled.map(({ link_id }) => link_id)
    await endPresumptions(sql, settledLinkIds)
    await takeBaselines(
      sql,
      connection.id,
      settled
        .filter(({ tracked }) => !tracked)
        .map(({ link_id, level, readAt }) => ({ linkId: link_id, level, readAt }))
    )
    const movements = settled.map((difference) => toMovement(difference, follow.changes.get(difference.id) ?? "0"))
    movements.push(...departed.map((difference) => toLastMovement(difference, decision)))
    const { movedLevels } = await applyPosMovements(sql, stock, connection, movements)
    await recordObservedLevels(
      sql,
      settled.map(({ link_id, level, readAt }) => ({ linkId: link_id, level, readAt, balance: level }))
    )
    await markStockDue(
      sql,
      settled.map(({ variant_id }) => variant_id)
    )
    const decidedIds = await closeDifferences(sql, getIds([...settled, ...departed]), decision, now)
    return { decidedIds, movedLevelIds: movedLevels.map(({ level_id }) => level_id), leftOpen }
  })
}

const isUnmoved = (before: OpenDifference, now: OpenDifference) =>
  before.tracked === now.tracked && before.pos_balance === now.pos_balance

/** A difference with the POS's current level, decimal text. */
type ReadDifference = OpenDifference & { level: string; readAt: Date }

/** Change of the POS without a notification, signed decimal text; 0 where the ledger has not started. */
const unreportedChange = ({ tracked, level, pos_balance }: ReadDifference) =>
  tracked ? subtractBalances(level, pos_balance ?? level) : "0"

/** Computes the store's change for each difference, signed decimal text, and which ones it cannot follow. */
async function planStore(
  sql: Sql,
  connection: ConnectionRecord,
  differences: ReadDifference[],
  decision: "trust-store" | "trust-pos"
): Promise<{ changes: Map<string, string>; leftOpen: Map<string, LeftOpenReason> }> {
  const available = await readAvailableStock(
    sql,
    connection,
    differences.map(({ variant_id }) => variant_id)
  )
  const uncounted = differences.filter(({ variant_id }) => !available.has(variant_id))
  const leftOpen = new Map(uncounted.map(({ id }): [string, LeftOpenReason] => [id, "store-not-counted"]))
  if (decision === "trust-store") {
    return { changes: new Map(), leftOpen }
  }
  const counted = differences.filter(({ variant_id }) => available.has(variant_id))
  // A difference that the ledger does not explain is followed completely, as in initial matching. This also covers a
  // crash after the ledger began.
  const first = counted.filter(
    (difference) => difference.cause === "first-contact" || unreportedChange(difference) === "0"
  )
  const plan = await planMatching(
    sql,
    connection,
    first.map(({ link_id, variant_id, level }) => ({ linkId: link_id, variantId: variant_id, level }))
  )
  const changes = new Map(counted.map((difference) => [difference.id, unreportedChange(difference)]))
  for (const { id, link_id } of first) {
    const reason = plan.leftOpen.get(link_id)
    if (reason) {
      leftOpen.set(id, reason)
    }
    changes.set(id, plan.changes.get(link_id) ?? "0")
  }
  return { changes, leftOpen }
}

const toMovement = (difference: ReadDifference, storeChange: string): PosMovement => ({
  naturalKey: `difference:${difference.id}`,
  variantUuid: difference.variant_uuid,
  kind: "corrected",
  change: unreportedChange(difference),
  storeChange,
  before: null,
  balanceAfter: difference.level,
  identifier: null,
  occurredAt: difference.readAt,
})

/** The POS's last movement before its product was deleted there, from the level that was read then. */
const toLastMovement = (difference: OpenDifference, decision: "trust-store" | "trust-pos"): PosMovement => ({
  naturalKey: `difference:${difference.id}`,
  variantUuid: difference.variant_uuid,
  kind: "corrected",
  change: "0",
  storeChange:
    decision === "trust-pos"
      ? subtractBalances(difference.pos_level, difference.ledger_level ?? difference.pos_level)
      : "0",
  before: null,
  balanceAfter: difference.pos_level,
  identifier: null,
  occurredAt: difference.found_at,
})

/** `reason`: why differences are ignored, in a person's words. */
export type DecideDifferencesInput = { connection_id: string; ids?: string[]; decision: StockDecision; reason?: string }

export const posDecideDifferencesStep = createStep(
  "pos-decide-differences",
  async ({ connection_id, ids, decision, reason }: DecideDifferencesInput, { container }) => {
    const connection = await container.resolve(POS_MODULE).findConnection(connection_id)
    const settlement = { ids: ids ?? null, decision, reason: reason ?? null }
    return new StepResponse(await settleDifferences(container, connection, settlement))
  }
)

/** Settles stock differences for one side, emits the store levels that moved, and wakes the outbox. */
export const posDecideDifferencesWorkflow = createWorkflow(
  "pos-decide-differences",
  (input: DecideDifferencesInput) => {
    const decided = posDecideDifferencesStep(input)
    const levels = transform({ decided }, (data) => data.decided.movedLevelIds.map((id) => ({ id })))
    emitEventStep({ eventName: INVENTORY_LEVEL_UPDATED, data: levels })
    wakeFor(input, POS_EVENTS.outboxDue)
    return new WorkflowResponse(decided)
  }
)

export type ReopenDifferencesInput = { connection_id: string; ids: string[] }

export const posReopenDifferencesStep = createStep(
  "pos-reopen-differences",
  async ({ connection_id, ids }: ReopenDifferencesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const reopen = async () => pos.query((sql) => reopenDifferences(sql, connection_id, ids))
    return new StepResponse({ undone: await repeatIfKeyTaken(reopen) })
  }
)

/** Opens ignored stock differences again. */
export const posReopenDifferencesWorkflow = createWorkflow(
  "pos-reopen-differences",
  (input: ReopenDifferencesInput) => new WorkflowResponse(posReopenDifferencesStep(input))
)
