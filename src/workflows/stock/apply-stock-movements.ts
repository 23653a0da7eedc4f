import { readJudgedLinks } from "../../modules/pos/queries/stock/judged-links"
import {
  addToPosBalances,
  beginTracking,
  findKnownMovements,
  insertMovements,
  type LedgerRow,
} from "../../modules/pos/queries/stock/ledger"
import { closeExplained } from "../../modules/pos/queries/stock/differences"
import { recordReportedLevels, type ReportedLevel } from "../../modules/pos/queries/stock/observed-levels"
import { reopenPresumed } from "../../modules/pos/queries/stock/presumptions"
import { findUndoneReads } from "../../modules/pos/queries/stock/undone-reads"
import type { Sql } from "../../modules/pos/database/sql"
import { addToLevels, type MovedLevel } from "../../medusa-tables/stock/add-to-levels"
import { confirmEchoes } from "./confirm-echoes"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import { judge, type Judged, mayHaveLedToReadLevel } from "./judge-movements"
import { recogniseEchoes } from "./recognise-echoes"
import { addBalances } from "../../translate/stock"

/** What became of a batch: levels that moved in the shop, echoes of our own movements, and variants nobody linked. */
export type AppliedMovements = { movedLevels: MovedLevel[]; echoes: number; unknownVariantUuids: string[] }

/**
 * Applies the counter's movements to the shop's stock, each exactly once.
 *
 * Why SQL across two modules: a ledger row and the level it explains must be written in one transaction, or a crash
 * between the two counts a sale twice or never; and Medusa's own adjustment reads, adds and writes back, which loses
 * concurrent movements. In a transaction; the caller holds Medusa's locks on the inventory items against core's
 * read-modify-write.
 */
export async function applyCounterMovements(
  sql: Sql,
  connection: { id: string; stock_location_id: string; stock_policy: string; mirror_settings: unknown },
  movements: CounterMovement[]
): Promise<AppliedMovements> {
  const variantUuids = movements.map((movement) => movement.variantUuid)
  const links = await readJudgedLinks(sql, connection.id, variantUuids)
  const untold = await withoutKnown(sql, connection.id, movements)
  const echoes = await recogniseEchoes(sql, connection.id, untold)
  const judged = untold.flatMap((movement): Judged[] => {
    const link = links.get(movement.variantUuid)
    const echo = echoes.get(movement) ?? null
    return link ? [{ movement, link, judgement: judge(movement, link, echo !== null), echo }] : []
  })
  const undone = await findUndone(sql, judged)
  judged
    .filter(({ movement, judgement }) => judgement === "moves" && undone.has(movement.naturalKey))
    .forEach((late) => (late.judgement = "known"))
  const fresh = await insertMovements(sql, connection.id, judged.map(toRow))
  const isFresh = ({ movement }: Judged) => fresh.has(movement.naturalKey)
  const moving = judged.filter((one) => isFresh(one) && one.judgement === "moves").map(({ movement }) => movement)
  const known = judged.filter((one) => isFresh(one) && one.judgement === "known")
  // The sale was real, so the store moves now, and the POS follows once more; the POS's level already has it.
  moving.push(
    ...known
      .filter(({ movement }) => undone.has(movement.naturalKey))
      .map(({ movement }) => ({ ...movement, change: "0", shopChange: movement.change }))
  )
  await addToPosBalances(
    sql,
    connection,
    moving.filter(({ kind, change }) => kind !== "sold" && change !== "0")
  )
  await beginTracking(
    sql,
    connection,
    known.map(({ link, movement }) => ({ id: link.id, after: movement.balanceAfter }))
  )
  const returned = await confirmEchoes(
    sql,
    connection.id,
    judged.filter((one) => isFresh(one) && one.echo?.confirms)
  )
  await insertMovements(sql, connection.id, returned.map(toRow))
  moving.push(...returned.map(({ movement }) => movement))
  await recordReportedLevels(sql, toReportedLevels(judged.filter(isFresh), new Set(moving)))
  const heard = judged.filter(({ movement }) => movement.kind === "mirrored" && moving.includes(movement))
  await reopenPresumed(sql, [...new Set(heard.map(({ link }) => link.id))])
  await closeExplained(
    sql,
    judged.flatMap(({ movement: { kind, balanceAfter }, link }) =>
      kind === "mirrored" && balanceAfter !== null ? [{ variant_link_id: link.id, level: balanceAfter }] : []
    )
  )
  return {
    movedLevels: connection.stock_policy === "off" ? [] : await addToLevels(sql, connection, moving),
    echoes: judged.filter((one) => isFresh(one) && one.judgement === "echo").length,
    unknownVariantUuids: variantUuids.filter((uuid) => !links.has(uuid)),
  }
}

/**
 * Movements that were in a level which the ledger read, and which a decision for the store has undone at the POS since.
 * @returns their natural keys
 */
async function findUndone(sql: Sql, judged: Judged[]): Promise<Set<string>> {
  const read = judged.filter(
    ({ movement, link, judgement }) =>
      link.tracked &&
      movement.kind === "mirrored" &&
      (judgement === "known" || (judgement === "moves" && mayHaveLedToReadLevel(movement, link)))
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

/** Movements that the ledger does not have yet, each once; its links are locked, so none is added meanwhile. */
async function withoutKnown(sql: Sql, connectionId: string, movements: CounterMovement[]) {
  const byKey = new Map(movements.map((movement) => [movement.naturalKey, movement]))
  const known = await findKnownMovements(sql, connectionId, [...byKey.keys()])
  return [...byKey.values()].filter(({ naturalKey }) => !known.has(naturalKey))
}

/** Of each link the newest level that a notification reported, and what the ledger has counted of all of them. */
function toReportedLevels(judged: Judged[], moving: ReadonlySet<CounterMovement>): ReportedLevel[] {
  const levels = new Map<string, ReportedLevel>()
  for (const { movement, link } of judged) {
    const { kind, balanceAfter, occurredAt, change } = movement
    if (kind === "mirrored" && balanceAfter !== null) {
      const known = levels.get(link.id)
      const moved = addBalances(known?.moved ?? "0", moving.has(movement) ? change : "0")
      const isNewest = known === undefined || occurredAt >= known.at
      levels.set(
        link.id,
        isNewest ? { linkId: link.id, level: balanceAfter, at: occurredAt, moved } : { ...known, moved }
      )
    }
  }
  return [...levels.values()]
}

const toRow = ({ movement, link, judgement, echo }: Judged): LedgerRow => ({
  variant_link_id: link.id,
  natural_key: movement.naturalKey,
  kind: judgement === "echo" ? "echo" : judgement === "known" ? "baseline" : movement.kind,
  change: judgement === "known" ? "0" : movement.change,
  pos_balance_after: movement.balanceAfter,
  identifier: echo?.identifier ?? movement.identifier,
  occurred_at: movement.occurredAt,
})
