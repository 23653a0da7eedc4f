import type { MedusaContainer } from "@medusajs/framework/types"
import { type MovedLevel, levelChangeSchema } from "../../medusa/stock"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosMovement } from "../../modules/pos/pos-movement"
import type { Sql } from "../../modules/pos/database/sql"
import type { StockAccess } from "../../runtime/stock-access"
import { closeExplained } from "./differences"
import {
  confirmEchoes,
  classifyMovements,
  type ClassifiedMovements,
  mayHaveLedToReadLevel,
  recognizeEchoes,
} from "./echoes"
import { holdingInventory, holdInOrder, LOCK_TIMEOUT_SECONDS } from "./inventory-lock"
import {
  addToPosBalances,
  beginTracking,
  findKnownMovements,
  findUndoneReads,
  insertMovements,
  type LedgerRow,
  readLinksToClassify,
} from "./ledger"
import { addBalances } from "./rules"
import { recordReportedLevels, reopenPresumed, type ReportedLevel } from "./tracked-levels"
import { Modules } from "@medusajs/framework/utils"
import { applyStockWrites, type StockWrite } from "../../medusa/services/write-stock"
import { INVENTORY_LEVEL_UPDATED } from "../../runtime/events"
import type { StoreWriteHandler } from "../../runtime/store-write-drain"

/** Applies movements while it holds the locks on the inventory items that they change. */
export async function adjustStoreStock(
  container: MedusaContainer,
  connection: ConnectionRecord,
  movements: PosMovement[]
): Promise<AppliedMovements> {
  const variantUuids = movements.map((movement) => movement.variantUuid)
  return holdingInventory(container, connection.id, variantUuids, async (sql, stock) =>
    applyPosMovements(sql, stock, connection, movements)
  )
}

/** Result of a batch: store levels that have moved already, echoes of our own movements, and variants without a link. */
type AppliedMovements = { movedLevels: MovedLevel[]; echoes: number; unknownVariantUuids: string[] }

/**
 * Applies the POS's movements to the store's stock, each exactly once.
 *
 * Why SQL across two modules: a ledger row and the level it explains must be written in one transaction. A crash
 * between the two would count a sale twice or never. Where Medusa's services write the levels, the same transaction
 * stores the writes. Medusa's own adjustment reads, adds and writes back, which loses concurrent movements. In a
 * transaction; the caller holds Medusa's locks on the inventory items against core's read-modify-write.
 */
export async function applyPosMovements(
  sql: Sql,
  stock: StockAccess,
  connection: { id: string; stock_location_id: string; stock_sync: string; inbound_settings: unknown },
  movements: PosMovement[]
): Promise<AppliedMovements> {
  const variantUuids = movements.map((movement) => movement.variantUuid)
  const links = await readLinksToClassify(sql, connection.id, variantUuids)
  const unrecorded = await withoutKnown(sql, connection.id, movements)
  const echoes = await recognizeEchoes(sql, connection.id, unrecorded)
  const classified = unrecorded.flatMap((movement): ClassifiedMovements[] => {
    const link = links.get(movement.variantUuid)
    const echo = echoes.get(movement) ?? null
    return link ? [{ movement, link, classification: classifyMovements(movement, link, echo !== null), echo }] : []
  })
  const undone = await findUndone(sql, classified)
  classified
    .filter(({ movement, classification }) => classification === "moves" && undone.has(movement.naturalKey))
    .forEach((late) => (late.classification = "known"))
  const fresh = await insertMovements(sql, connection.id, classified.map(toRow))
  const isFresh = ({ movement }: ClassifiedMovements) => fresh.has(movement.naturalKey)
  const moving = classified
    .filter((entry) => isFresh(entry) && entry.classification === "moves")
    .map(({ movement }) => movement)
  const knownEntries = classified.filter((entry) => isFresh(entry) && entry.classification === "known")
  // The sale was real, so the store moves now and the store's new level is sent; the POS's level already includes the
  // sale.
  moving.push(
    ...knownEntries
      .filter(({ movement }) => undone.has(movement.naturalKey))
      .map(({ movement }) => ({ ...movement, change: "0", storeChange: movement.change }))
  )
  await addToPosBalances(
    sql,
    connection,
    moving.filter(({ kind, change }) => kind !== "sold" && change !== "0")
  )
  await beginTracking(
    sql,
    connection,
    knownEntries.map(({ link, movement }) => ({ id: link.id, after: movement.balanceAfter }))
  )
  const returned = await confirmEchoes(
    sql,
    connection.id,
    classified.filter((entry) => isFresh(entry) && entry.echo?.confirms)
  )
  await insertMovements(sql, connection.id, returned.map(toRow))
  moving.push(...returned.map(({ movement }) => movement))
  await recordReportedLevels(sql, toReportedLevels(classified.filter(isFresh), new Set(moving)))
  const reported = classified.filter(({ movement }) => movement.kind === "mirrored" && moving.includes(movement))
  await reopenPresumed(sql, [...new Set(reported.map(({ link }) => link.id))])
  await closeExplained(
    sql,
    classified.flatMap(({ movement: { kind, balanceAfter }, link }) =>
      kind === "mirrored" && balanceAfter !== null ? [{ variant_link_id: link.id, level: balanceAfter }] : []
    )
  )
  return {
    movedLevels: connection.stock_sync === "off" ? [] : await stock.move(sql, connection, moving),
    echoes: classified.filter((entry) => isFresh(entry) && entry.classification === "echo").length,
    unknownVariantUuids: variantUuids.filter((uuid) => !links.has(uuid)),
  }
}

/**
 * Finds movements that are part of a level which the ledger read, and that a decision for the store has undone at the
 * POS since.
 * @returns their natural keys
 */
async function findUndone(sql: Sql, classified: ClassifiedMovements[]): Promise<Set<string>> {
  const read = classified.filter(
    ({ movement, link, classification }) =>
      link.tracked &&
      movement.kind === "mirrored" &&
      (classification === "known" || (classification === "moves" && mayHaveLedToReadLevel(movement, link)))
  )
  return findUndoneReads(
    sql,
    read.map(({ movement, link }) => ({
      natural_key: movement.naturalKey,
      variant_link_id: link.id,
      occurred_at: movement.occurredAt,
    }))
  )
}

/**
 * Removes duplicates and movements that the ledger already has; locks on the links keep others from adding any
 * meanwhile.
 */
async function withoutKnown(sql: Sql, connectionId: string, movements: PosMovement[]) {
  const byKey = new Map(movements.map((movement) => [movement.naturalKey, movement]))
  const knownMovements = await findKnownMovements(sql, connectionId, [...byKey.keys()])
  return [...byKey.values()].filter(({ naturalKey }) => !knownMovements.has(naturalKey))
}

/**
 * For each link the newest level that a notification reported, and the sum of its movements that the ledger counted.
 */
function toReportedLevels(classified: ClassifiedMovements[], moving: ReadonlySet<PosMovement>): ReportedLevel[] {
  const levels = new Map<string, ReportedLevel>()
  for (const { movement, link } of classified) {
    const { kind, balanceAfter, occurredAt, change } = movement
    if (kind === "mirrored" && balanceAfter !== null) {
      const knownLevel = levels.get(link.id)
      const movedBy = addBalances(knownLevel?.moved ?? "0", moving.has(movement) ? change : "0")
      const isNewest = knownLevel === undefined || occurredAt >= knownLevel.at
      levels.set(
        link.id,
        isNewest
          ? { linkId: link.id, level: balanceAfter, at: occurredAt, moved: movedBy }
          : { ...knownLevel, moved: movedBy }
      )
    }
  }
  return [...levels.values()]
}

const toRow = ({ movement, link, classification, echo }: ClassifiedMovements): LedgerRow => ({
  variant_link_id: link.id,
  natural_key: movement.naturalKey,
  kind: classification === "echo" ? "echo" : classification === "known" ? "baseline" : movement.kind,
  change: classification === "known" ? "0" : movement.change,
  pos_balance_after: movement.balanceAfter,
  identifier: echo?.identifier ?? movement.identifier,
  occurred_at: movement.occurredAt,
})

/**
 * Moves the store's levels by Medusa's inventory module, then emits the events of the moved levels. A write that is
 * performed again after a crash moves nothing, and its event is emitted again.
 */
export const stockWriteHandler: StoreWriteHandler = {
  async perform(container, writes) {
    const changes = writes.map(({ sequence, payload }): StockWrite => ({
      ...levelChangeSchema.parse(payload),
      number: sequence,
    }))
    const levelIds = await holdInOrder(
      container.resolve(Modules.LOCKING),
      changes.map(({ inventory_item_id }) => inventory_item_id),
      async (assertHeld) => applyStockWrites(container, changes, assertHeld),
      LOCK_TIMEOUT_SECONDS
    )
    const events = levelIds.map((id) => ({ name: INVENTORY_LEVEL_UPDATED, data: { id } }))
    await container.resolve(Modules.EVENT_BUS).emit(events)
    return async () => undefined
  },
}
