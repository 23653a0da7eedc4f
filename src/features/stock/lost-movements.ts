import { parseDecimal } from "../../money/money"
import { findOpenMovements, type OpenMovement, recordChecks } from "./outbound-movements"
import { findVariantsWithMissedWebhooks } from "./outbox"
import { type PosLevel, readLevels } from "./pos-levels"
import { classifyLostMovement } from "./rules"
import type { StockSender } from "./send-movements"

/**
 * Minimum age of a movement before a check: time for an event that names it, and for a call that outlasts its caller.
 */
const LEAST_WAIT_MS = 2_000

/** The POS's timestamps are in whole seconds, and calls take time. */
const BLUR_MS = 5_000

/**
 * Reads the POS's levels to find out what became of movements whose outcome is unknown: their response was lost, or the
 * process that sent them died. Received notifications are counted first. A check is void, and repeated later, when the
 * variant moves while the levels are read.
 * @returns links whose movement is still open
 */
export async function checkLostMovements(sender: StockSender, variantLinkIds: string[]): Promise<Set<string>> {
  const { pos, connection, inventory, inventories } = sender
  const startedAt = await sender.now()
  const open = await pos.query((sql) => findOpenMovements(sql, variantLinkIds))
  const old = open.filter(({ updated_at }) => startedAt.getTime() - updated_at.getTime() >= LEAST_WAIT_MS)
  const openLinkIds = new Set(open.map(({ variant_link_id }) => variant_link_id))
  const oldUuids = old.map(({ variant_uuid }) => variant_uuid)
  const missing = await pos.query((sql) => findVariantsWithMissedWebhooks(sql, connection.id, oldUuids))
  const ripe = old.filter(({ variant_uuid }) => !missing.has(variant_uuid))
  if (ripe.length === 0) {
    return openLinkIds
  }
  const { levels } = await readLevels(inventory, inventories.STORE, ripe, true)
  const now = await sender.now()
  await pos.transaction(async (sql) => {
    const linkIds = ripe.map(({ variant_link_id }) => variant_link_id)
    const held = new Map((await findOpenMovements(sql, linkIds, true)).map((movement) => [movement.id, movement]))
    const looks = ripe.flatMap((before) => {
      const [after, read] = [held.get(before.id), levels.get(before.variant_uuid)]
      return after && read && isUnmoved(before, after) ? [{ movement: after, read }] : []
    })
    const classified = looks.map(({ movement, read }) => ({
      id: movement.id,
      linkId: movement.variant_link_id,
      classification: classifyLostMovement({
        change: movement.change,
        ledger: movement.pos_balance ?? "0",
        looks: movement.looks,
        pos: read.level,
        changedSince: changedSince(movement, read, now),
      }),
    }))
    await recordChecks(sql, classified, now)
    const stillOpen = new Set([...held.values()].map(({ variant_link_id }) => variant_link_id))
    const settled = classified.filter(({ classification }) => classification !== "wait").map(({ linkId }) => linkId)
    linkIds.filter((id) => settled.includes(id) || !stillOpen.has(id)).forEach((id) => openLinkIds.delete(id))
  })
  return openLinkIds
}

function isUnmoved(before: OpenMovement, after: OpenMovement): boolean {
  const [balanceBefore, balanceAfter] = [before.pos_balance, after.pos_balance]
  return (
    balanceBefore !== null && balanceAfter !== null && parseDecimal(balanceBefore).isEqualTo(parseDecimal(balanceAfter))
  )
}

/**
 * Whether the row changed since the movement was recorded, by the POS's clock; null where the POS does not report it.
 */
function changedSince({ occurred_at }: OpenMovement, { readAt, updated }: PosLevel, now: Date): boolean | null {
  if (!readAt || !updated) {
    return null
  }
  const ahead = readAt.getTime() - now.getTime()
  return updated.getTime() > occurred_at.getTime() + ahead - BLUR_MS
}
