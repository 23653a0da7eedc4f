import { parseDecimal } from "../../translate/decimal"
import { findOpenMovements, type OpenMovement, recordLooks } from "../../modules/pos/queries/stock/open-movements"
import { findUnheardVariants } from "../../modules/pos/queries/stock/stock-inbox"
import { judgeLostMovement } from "./judge-lost-movement"
import { type CounterLevel, readLevels } from "./read-counter-levels"
import type { StockSender } from "./send-movements"

/** An event that names a movement, and a call that is slower than its caller, get this long. */
const LEAST_WAIT_MS = 2_000

/** The service's clock tells its seconds only, and calls take their time. */
const BLUR_MS = 5_000

/**
 * Looks at the counter's levels to find out what became of movements whose end nobody knows: their answer was lost, or the
 * process that sent them died. What was heard of the counter is counted first; what moves while the levels are read
 * makes a look worth nothing, and it is done again later.
 * @returns links whose movement is still open
 */
export async function lookAtLost(sender: StockSender, variantLinkIds: string[]): Promise<Set<string>> {
  const { pos, connection, inventory, inventories } = sender
  const begun = await sender.now()
  const open = await pos.query((sql) => findOpenMovements(sql, variantLinkIds))
  const old = open.filter(({ updated_at }) => begun.getTime() - updated_at.getTime() >= LEAST_WAIT_MS)
  const left = new Set(open.map(({ variant_link_id }) => variant_link_id))
  const oldUuids = old.map(({ variant_uuid }) => variant_uuid)
  const unheard = await pos.query((sql) => findUnheardVariants(sql, connection.id, oldUuids))
  const ripe = old.filter(({ variant_uuid }) => !unheard.has(variant_uuid))
  if (ripe.length === 0) {
    return left
  }
  const { levels } = await readLevels(inventory, inventories.STORE, ripe, true)
  const now = await sender.now()
  await pos.transaction(async (sql) => {
    const linkIds = ripe.map(({ variant_link_id }) => variant_link_id)
    const held = new Map((await findOpenMovements(sql, linkIds, true)).map((one) => [one.id, one]))
    const looks = ripe.flatMap((before) => {
      const [after, read] = [held.get(before.id), levels.get(before.variant_uuid)]
      return after && read && isUnmoved(before, after) ? [{ movement: after, read }] : []
    })
    const judged = looks.map(({ movement, read }) => ({
      ...{ id: movement.id, linkId: movement.variant_link_id },
      judgement: judgeLostMovement({
        ...{ change: movement.change, ledger: movement.pos_balance ?? "0", looks: movement.looks },
        ...{ counter: read.level, changedSince: changedSince(movement, read, now) },
      }),
    }))
    await recordLooks(sql, judged, now)
    const stillOpen = new Set([...held.values()].map(({ variant_link_id }) => variant_link_id))
    const settled = judged.filter(({ judgement }) => judgement !== "wait").map(({ linkId }) => linkId)
    linkIds.filter((id) => settled.includes(id) || !stillOpen.has(id)).forEach((id) => left.delete(id))
  })
  return left
}

function isUnmoved(before: OpenMovement, after: OpenMovement): boolean {
  const [one, other] = [before.pos_balance, after.pos_balance]
  return one !== null && other !== null && parseDecimal(one).isEqualTo(parseDecimal(other))
}

/** Whether the row changed since the movement was written, by the service's clock; null where it does not tell. */
function changedSince({ occurred_at }: OpenMovement, { readAt, updated }: CounterLevel, now: Date): boolean | null {
  if (!readAt || !updated) {
    return null
  }
  const ahead = readAt.getTime() - now.getTime()
  return updated.getTime() > occurred_at.getTime() + ahead - BLUR_MS
}
