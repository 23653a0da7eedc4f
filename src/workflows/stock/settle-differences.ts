import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { takeBaselines } from "../../modules/pos/queries/stock/baselines"
import { closeDifferences, findOpenDifferences, type OpenDifference } from "../../modules/pos/queries/stock/differences"
import { findOpenMovements } from "../../modules/pos/queries/stock/open-movements"
import { endPresumptions } from "../../modules/pos/queries/stock/presumptions"
import type { Sql } from "../../modules/pos/database/sql"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import { subtractBalances } from "../../translate/stock"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { applyCounterMovements } from "./apply-stock-movements"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { holdingInventory } from "./hold-inventory"
import { inventoriesSchema } from "./inventories"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { type CounterLevel, readCounterLevels } from "./read-counter-levels"
import type { StockDecision } from "../../vocabulary/stock"

/** So many items are held at once. */
const SETTLED_AT_ONCE = 500

/** A variant that moves while its level is read is read again; one that never rests stays open. */
const MOST_ROUNDS = 3

type Decided = { decided: number; movedLevelIds: string[] }

/**
 * Settles open differences for one side, each once. The ledger first takes what the counter has; then the shop follows
 * by what the counter moved unheard (or, at a first contact, by the whole difference), or the counter is told the
 * shop's level by the next push. Returns how many were settled, and the shop's levels that moved.
 * @param ids null: all that are open
 */
export async function settleDifferences(
  container: MedusaContainer,
  connection: ConnectionRecord,
  ids: string[] | null,
  decision: StockDecision
): Promise<Decided> {
  const pos = container.resolve(POS_MODULE)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const inventory = decision === "ignored" ? null : (await pos.clientOf(connection.id)).inventory
  const all: Decided = { decided: 0, movedLevelIds: [] }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = await pos.query((sql) => findOpenDifferences(sql, connection.id, ids))
    if (open.length === 0) {
      break
    }
    if (!inventory || !inventories.success) {
      const closed = await pos.query((sql, now) => closeDifferences(sql, idsOf(open), decision, now))
      all.decided += closed.length
      break
    }
    const { levels } = await readCounterLevels(inventory, inventories.data.STORE, open)
    const before = all.decided
    for (let from = 0; from < open.length; from += SETTLED_AT_ONCE) {
      const some = open.slice(from, from + SETTLED_AT_ONCE)
      const settled = await settle(container, connection, { open: some, levels, decision, now: await pos.now() })
      all.decided += settled.decided
      all.movedLevelIds.push(...settled.movedLevelIds)
    }
    if (all.decided === before) {
      break
    }
  }
  return all
}

const idsOf = (open: OpenDifference[]) => open.map(({ id }) => id)

type Settlement = { open: OpenDifference[]; levels: Map<string, CounterLevel>; decision: StockDecision; now: Date }

/**
 * Reckons and writes in one transaction, while nobody else moves the levels of either side: it is as if it had happened
 * at once or not at all. What has moved since the counter's level was read is left for another round.
 */
async function settle(container: MedusaContainer, connection: ConnectionRecord, input: Settlement): Promise<Decided> {
  const { open: read, levels, decision, now } = input
  const variantUuids = read.map((one) => one.variant_uuid)
  return holdingInventory(container, connection.id, variantUuids, async (sql) => {
    const linkIds = read.map((one) => one.link_id)
    const held = new Map((await findOpenDifferences(sql, connection.id, idsOf(read), true)).map((one) => [one.id, one]))
    const sending = new Set((await findOpenMovements(sql, linkIds)).map(({ variant_link_id }) => variant_link_id))
    const open = read.flatMap((before) => {
      const now = held.get(before.id)
      return now && !sending.has(now.link_id) && isUnmoved(before, now) ? [now] : []
    })
    await endPresumptions(
      sql,
      open.map((one) => one.link_id)
    )
    const { movedLevels } = await applyCounterMovements(
      sql,
      connection,
      await toMovements(sql, connection, { ...input, open, levels })
    )
    await markStockDue(
      sql,
      open.map((one) => one.variant_id)
    )
    const closed = await closeDifferences(sql, idsOf(open), decision, now)
    return { decided: closed.length, movedLevelIds: movedLevels.map(({ level_id }) => level_id) }
  })
}

const isUnmoved = (before: OpenDifference, now: OpenDifference) =>
  before.tracked === now.tracked && before.pos_balance === now.pos_balance

async function toMovements(
  sql: Sql,
  connection: ConnectionRecord,
  { open, levels, decision, now }: Settlement
): Promise<CounterMovement[]> {
  const known = open.flatMap((one) => {
    const read = levels.get(one.variant_uuid)
    return read ? [{ ...one, level: read.level, readAt: read.readAt ?? now }] : []
  })
  const variantIds = known.map((one) => one.variant_id)
  const available = await readAvailableStock(sql, connection, variantIds)
  const first = known
    .filter((one) => !one.tracked)
    .map(({ link_id: linkId, level, readAt }) => ({ linkId, level, readAt }))
  const begun = new Set(await takeBaselines(sql, connection.id, first))
  return known.map((one): CounterMovement => {
    const unheard = begun.has(one.link_id) ? "0" : subtractBalances(one.level, one.pos_balance ?? one.level)
    const apart = subtractBalances(one.level, available.get(one.variant_id) ?? one.level)
    // Also when a crash has let the ledger begin and nothing more.
    const following = one.cause === "first-contact" ? apart : unheard
    return {
      naturalKey: `difference:${one.id}`,
      variantUuid: one.variant_uuid,
      kind: "corrected",
      change: unheard,
      shopChange: decision === "trust-shop" ? "0" : following,
      before: null,
      balanceAfter: one.level,
      identifier: null,
      occurredAt: one.readAt,
    }
  })
}
