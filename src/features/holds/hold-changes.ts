import {
  MASS_CHANGE_GROUPS,
  type MassChangeGroup,
  POS_CHANGE_GROUPS,
  STORE_CHANGE_GROUPS,
  type SuspiciousChange,
} from "../../contract/mass-changes"
import type { OutboundSettings } from "../../contract/settings"
import type { Sql } from "../../modules/pos/database/sql"
import type { PosModuleService } from "../../modules/pos/service"
import {
  type Candidate,
  closeEmptyHolds,
  findKnownChanges,
  forgetPassed,
  keepApprovals,
  openHold,
  readWindow,
  recordCandidates,
  withdrawChanges,
} from "./store"
import { getGroup, getLimit, isApproved, mustHold, type Side, takesBack } from "./rules"

/** A link that is about to be pushed, or changed by the POS, with what is suspicious about it. */
export type PlannedChange = {
  link: { id: string; revision: number; pushed_revision: number }
  /** whether it was held until now */
  wasHeld: boolean
  product_id: string
  title: string
  changes: SuspiciousChange[]
}

/** The name of the lock under which the changes of a connection are counted. */
export const toHoldLock = (connectionId: string) => `mass-changes:${connectionId}`

/**
 * Decides which links of a batch are held before anything of them is sent to a side. What passes is counted in the same
 * transaction, under a lock of the connection: batches of any process see each other, and a restart forgets nothing. A
 * batch without suspicious changes and without held links costs no query.
 * @returns ids of the links that are held
 */
export async function holdMassChanges(
  pos: PosModuleService,
  { connectionId, settings, side }: { connectionId: string; settings: OutboundSettings; side: Side },
  planned: PlannedChange[]
): Promise<Set<string>> {
  const groups = side === "pos" ? POS_CHANGE_GROUPS : STORE_CHANGE_GROUPS
  const candidates = settings.hold_mass_changes ? planned.flatMap((change) => toCandidates(change, side)) : []
  const wereHeld = planned.filter(({ wasHeld }) => wasHeld).map(({ link }) => link.id)
  if (candidates.length + wereHeld.length === 0) {
    return new Set()
  }
  return pos.transactionAlone(toHoldLock(connectionId), async (sql, now) => {
    const held = new Set<string>()
    for (const group of groups) {
      const inGroup = candidates.filter(({ change_group }) => change_group === group)
      if (inGroup.length > 0) {
        const ids = await decideGroup(sql, now, { connectionId, group, settings, candidates: inGroup })
        ids.forEach((id) => held.add(id))
      }
    }
    if (held.size > 0) {
      await keepApprovals(
        sql,
        groups,
        planned.flatMap(({ link }) => (held.has(link.id) ? [{ id: link.id, revision: link.revision }] : []))
      )
    }
    if (wereHeld.length > 0) {
      await withdrawChanges(sql, groups, wereHeld, candidates)
      await closeEmptyHolds(sql, now, connectionId)
    }
    return held
  })
}

function toCandidates({ link, product_id, title, changes }: PlannedChange, side: Side): Candidate[] {
  const counted = MASS_CHANGE_GROUPS.filter((group) => changes.some(({ kind }) => getGroup(kind, side) === group))
  return counted.map((change_group) => ({
    link_id: link.id,
    product_id,
    title,
    change_group,
    pushed_revision: link.pushed_revision,
    revision: link.revision,
    changes: changes.filter(({ kind }) => getGroup(kind, side) === change_group),
  }))
}

type Deciding = { connectionId: string; group: MassChangeGroup; settings: OutboundSettings; candidates: Candidate[] }

/** Decides on the candidates of one group. @returns ids of the links that are held */
async function decideGroup(
  sql: Sql,
  now: Date,
  { connectionId, group, settings, candidates }: Deciding
): Promise<string[]> {
  const ids = candidates.map(({ link_id }) => link_id)
  const linksById = new Map(
    (await findKnownChanges(sql, ids))
      .filter(({ change_group }) => change_group === group)
      .map((change) => [change.link_id, change])
  )
  const isReleased = ({ link_id, pushed_revision, changes }: Candidate) => {
    const change = linksById.get(link_id)
    return (
      change?.state === "approved" && change.pushed_revision === pushed_revision && isApproved(change.changes, changes)
    )
  }
  // A correction of what was sent must not wait with the wave that it belonged to.
  const isCorrection = ({ link_id, changes }: Candidate) => {
    const change = linksById.get(link_id)
    return (change?.state === "passed" || change?.state === "restoring") && takesBack(change.changes, changes)
  }
  // The POS's value is being written back; the push after that finds nothing suspicious.
  const isRestoring = (candidate: Candidate) =>
    linksById.get(candidate.link_id)?.state === "restoring" && !isCorrection(candidate)
  const restoring = candidates.filter(isRestoring).map(({ link_id }) => link_id)
  const corrected = candidates.filter(isCorrection).map(({ link_id }) => link_id)
  if (corrected.length > 0) {
    await forgetPassed(sql, group, corrected)
  }
  const undecided = candidates.filter(
    (candidate) => !isReleased(candidate) && !isRestoring(candidate) && !isCorrection(candidate)
  )
  if (undecided.length === 0) {
    return restoring
  }
  const undecidedIds = undecided.map(({ link_id }) => link_id)
  const window = await readWindow(sql, now, { connectionId, group, without: undecidedIds })
  // Products that have just left belong to the size, so that the limit does not shrink during a wave.
  const isRemoval = group === "removal" || group === "removal_in_store"
  const listed = window.listed + (isRemoval ? window.passed : 0)
  const limit = getLimit(settings.mass_change_limits, group, listed) + window.expected
  const isHeld = mustHold({ isOpen: window.hold_id !== null, passed: window.passed, limit }, undecided.length)
  const holdId = isHeld ? (window.hold_id ?? (await openHold(sql, now, { connectionId, group }))) : null
  await recordCandidates(sql, now, { connectionId, holdId, candidates: undecided })
  return isHeld ? [...restoring, ...undecidedIds] : restoring
}
