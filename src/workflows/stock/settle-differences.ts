import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { takeBaselines } from "../../modules/pos/queries/stock/baselines"
import { closeDifferences, findOpenDifferences, type OpenDifference } from "../../modules/pos/queries/stock/differences"
import { recordObservedLevels } from "../../modules/pos/queries/stock/observed-levels"
import { findOpenMovements } from "../../modules/pos/queries/stock/open-movements"
import { endPresumptions } from "../../modules/pos/queries/stock/presumptions"
import type { Sql } from "../../modules/pos/database/sql"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import type { PosModuleService } from "../../modules/pos/service"
import { subtractBalances } from "../../translate/stock"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { applyCounterMovements } from "./apply-stock-movements"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { holdingInventory } from "./hold-inventory"
import { inventoriesSchema } from "./inventories"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { findUnheardVariants } from "../../modules/pos/queries/stock/stock-inbox"
import { planMatching } from "./plan-matching"
import { readCounterLevels, type ReadLevels } from "./read-counter-levels"
import { LEFT_OPEN_REASONS, type LeftOpenReason, type StockDecision } from "../../vocabulary/stock"

/** So many items are held at once. */
const SETTLED_AT_ONCE = 500

/** A variant that moves while its level is read is read again; one that never rests stays open. */
const MOST_ROUNDS = 3

/** What became of differences: which were settled, why others were left open, and levels of the store that moved. */
export type Decided = {
  decided: number
  decidedIds: string[]
  leftOpen: { reason: LeftOpenReason; count: number }[]
  movedLevelIds: string[]
}

/**
 * Settles open differences for one side, each once. The ledger first takes the POS's level; then the store follows by what
 * the POS moved without a notification (in initial matching, by the whole difference), or the next push sends the store's
 * level. Only differences whose level was read in this call are settled; `ignored` needs none.
 * @param ids null: all that are open
 */
export async function settleDifferences(
  container: MedusaContainer,
  connection: ConnectionRecord,
  ids: string[] | null,
  decision: StockDecision
): Promise<Decided> {
  const pos = container.resolve(POS_MODULE)
  const decidedIds: string[] = []
  const movedLevelIds: string[] = []
  if (decision === "ignored") {
    const open = await pos.query((sql) => findOpenDifferences(sql, connection.id, ids))
    decidedIds.push(...(await pos.query((sql, now) => closeDifferences(sql, idsOf(open), decision, now))))
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
    const read = await readCounterLevels(inventory, inventories.data.STORE, open)
    await keepObserved(pos, open, read)
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

/** What was read for a decision is the last level of the POS, whether it can be decided or not. */
async function keepObserved(pos: PosModuleService, open: OpenDifference[], read: ReadLevels): Promise<void> {
  const now = await pos.now()
  const observed = open.flatMap(({ link_id, variant_uuid, tracked, pos_balance }) => {
    const found = read.levels.get(variant_uuid)
    const balance = tracked ? pos_balance : null
    return found ? [{ linkId: link_id, level: found.level, readAt: found.readAt ?? now, balance }] : []
  })
  await pos.query((sql) => recordObservedLevels(sql, observed))
}

function countReasons(reasons: LeftOpenReason[]): Decided["leftOpen"] {
  return LEFT_OPEN_REASONS.flatMap((reason) => {
    const count = reasons.filter((known) => known === reason).length
    return count > 0 ? [{ reason, count }] : []
  })
}

const idsOf = (open: OpenDifference[]) => open.map(({ id }) => id)

type Settlement = { open: OpenDifference[]; read: ReadLevels; decision: "trust-shop" | "trust-pos"; now: Date }

type Settled = { decidedIds: string[]; movedLevelIds: string[]; leftOpen: Map<string, LeftOpenReason> }

/**
 * Computes and writes in one transaction, while nobody else moves the levels of either side: it is as if it had happened
 * at once or not at all. What has moved since the POS's level was read is left for another round.
 */
async function settle(container: MedusaContainer, connection: ConnectionRecord, input: Settlement): Promise<Settled> {
  const { open: found, read, decision, now } = input
  const variantUuids = found.map(({ variant_uuid }) => variant_uuid)
  return holdingInventory(container, connection.id, variantUuids, async (sql) => {
    const linkIds = found.map(({ link_id }) => link_id)
    const held = new Map(
      (await findOpenDifferences(sql, connection.id, idsOf(found), true)).map((open) => [open.id, open])
    )
    const sending = new Set((await findOpenMovements(sql, linkIds)).map(({ variant_link_id }) => variant_link_id))
    const waiting = await findUnheardVariants(sql, connection.id, variantUuids, ["pending", "dead"])
    const leftOpen = new Map<string, LeftOpenReason>()
    const ready: ReadDifference[] = []
    const departed: OpenDifference[] = []
    for (const before of found) {
      const open = held.get(before.id)
      const level = read.levels.get(before.variant_uuid)
      if (!open) {
        continue
      }
      if (!level && open.left_pos && open.ledger_level !== null) {
        departed.push(open)
      } else if (!level) {
        leftOpen.set(open.id, read.unreadable.has(open.variant_uuid) ? "pos-unreadable" : "pos-not-tracked")
      } else if (decision === "trust-shop" && waiting.has(open.variant_uuid)) {
        leftOpen.set(open.id, "waiting")
      } else if (sending.has(open.link_id) || !isUnmoved(before, open)) {
        leftOpen.set(open.id, "moving")
      } else {
        ready.push({ ...open, level: level.level, readAt: level.readAt ?? now })
      }
    }
    const follow = await planStore(sql, connection, ready, decision)
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
    const { movedLevels } = await applyCounterMovements(sql, connection, movements)
    await markStockDue(
      sql,
      settled.map(({ variant_id }) => variant_id)
    )
    const decidedIds = await closeDifferences(sql, idsOf([...settled, ...departed]), decision, now)
    return { decidedIds, movedLevelIds: movedLevels.map(({ level_id }) => level_id), leftOpen }
  })
}

const isUnmoved = (before: OpenDifference, now: OpenDifference) =>
  before.tracked === now.tracked && before.pos_balance === now.pos_balance

/** A difference with the POS's level as it was just read, decimal text. */
type ReadDifference = OpenDifference & { level: string; readAt: Date }

/** What the POS has moved without a notification; a ledger that has not begun knows of none. Decimal text. */
const unreportedChange = ({ tracked, level, pos_balance }: ReadDifference) =>
  tracked ? subtractBalances(level, pos_balance ?? level) : "0"

/** By how much the store moves for each difference, signed decimal text, and which it cannot follow. */
async function planStore(
  sql: Sql,
  connection: ConnectionRecord,
  differences: ReadDifference[],
  decision: "trust-shop" | "trust-pos"
): Promise<{ changes: Map<string, string>; leftOpen: Map<string, LeftOpenReason> }> {
  const available = await readAvailableStock(
    sql,
    connection,
    differences.map(({ variant_id }) => variant_id)
  )
  const uncounted = differences.filter(({ variant_id }) => !available.has(variant_id))
  const leftOpen = new Map(uncounted.map(({ id }): [string, LeftOpenReason] => [id, "store-not-counted"]))
  if (decision === "trust-shop") {
    return { changes: new Map(), leftOpen }
  }
  const counted = differences.filter(({ variant_id }) => available.has(variant_id))
  // What the ledger cannot explain follows by the whole difference, as in initial matching: also when a crash has let the
  // ledger begin and nothing more.
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

const toMovement = (difference: ReadDifference, shopChange: string): CounterMovement => ({
  naturalKey: `difference:${difference.id}`,
  variantUuid: difference.variant_uuid,
  kind: "corrected",
  change: unreportedChange(difference),
  shopChange,
  before: null,
  balanceAfter: difference.level,
  identifier: null,
  occurredAt: difference.readAt,
})

/** What the POS moved before its product was deleted there, by the level that was read then. */
const toLastMovement = (difference: OpenDifference, decision: "trust-shop" | "trust-pos"): CounterMovement => ({
  naturalKey: `difference:${difference.id}`,
  variantUuid: difference.variant_uuid,
  kind: "corrected",
  change: "0",
  shopChange:
    decision === "trust-pos"
      ? subtractBalances(difference.pos_level, difference.ledger_level ?? difference.pos_level)
      : "0",
  before: null,
  balanceAfter: difference.pos_level,
  identifier: null,
  occurredAt: difference.found_at,
})
