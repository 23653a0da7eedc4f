import type { LeftOpenReason } from "../../contract/stock"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { readAvailable } from "../../runtime/stock-access"
import type { DetectedDifference } from "./differences"
import { subtractBalances } from "./rules"
import {
  type Baseline,
  type ComparableLink,
  listComparableLinks,
  type ObservedLevel,
  recordObservedLevels,
} from "./tracked-levels"

const PAGE_SIZE = 1_000

export type NotCompared = Partial<Record<LeftOpenReason, number>>

export type Comparison = {
  /** how many variants have a level on both sides that was compared */
  compared: number
  differences: DetectedDifference[]
  /** variant links that were compared and agree */
  agreeing: string[]
  /** levels that agree before the ledger has started; the ledger begins with them */
  baselines: Baseline[]
  /** variants whose store level the POS does not have yet */
  unsent: { linkId: string; variantId: string; isOnItsWay: boolean }[]
  /** number of variants that could not be compared, by reason; their differences stay as they are */
  notCompared: NotCompared
  /** POS products whose tracking has stopped or started without a notification */
  trackingStopped: string[]
  trackingStarted: string[]
}

/** What was read from the POS. */
export type PosLevels = {
  /** levels by variant UUID, decimal text, with the time of reading by the POS's clock */
  rows: Map<string, { level: string; readAt: Date | null }>
  /** variants whose row could not be parsed */
  unreadable: ReadonlySet<string>
  /** finds the products that it tracks, of those given; null where the POS does not report it */
  tracked: (productUuids: string[]) => Promise<ReadonlySet<string> | null>
}

/**
 * Compares the store's level, the POS's level and the ledger's balance of the POS, for every variant whose ledger has
 * started or that has an open difference. The ledger explains the cause: when it and the POS disagree, the POS moved
 * without a notification; when only the store differs, its movement has not been sent. Each level that was read is
 * recorded for the admin. A tracked product without a row has a level of 0. What cannot be read is not compared, and
 * counted in `notCompared`.
 */
export async function compareLevels(
  container: MedusaContainer,
  connection: { id: string; stock_location_id: string; inbound_settings: unknown },
  posLevels: PosLevels,
  now: Date
): Promise<Comparison> {
  const pos = container.resolve(POS_MODULE)
  const comparison: Comparison = {
    compared: 0,
    differences: [],
    agreeing: [],
    baselines: [],
    unsent: [],
    notCompared: {},
    trackingStopped: [],
    trackingStarted: [],
  }
  for (let last = ""; ;) {
    const page = { connectionId: connection.id, after: last, limit: PAGE_SIZE }
    const links = await pos.query((sql) => listComparableLinks(sql, page))
    const next = links.at(-1)
    if (!next) {
      return comparison
    }
    last = next.id
    const variantIds = links.map((link) => link.variant_id)
    const available = await readAvailable(container, connection, variantIds)
    const tracked = await posLevels.tracked([...new Set(links.map(({ product_uuid }) => product_uuid))])
    const observed: ObservedLevel[] = []
    for (const link of links) {
      const posLevel = readLevel(link, posLevels, tracked)
      if (posLevel.kind === "restarts") {
        comparison.trackingStarted.push(link.product_uuid)
      } else if (posLevel.kind === "unread") {
        comparison.notCompared[posLevel.reason] = (comparison.notCompared[posLevel.reason] ?? 0) + 1
        if (posLevel.reason === "pos-not-tracked" && tracked !== null && !link.stock_off) {
          comparison.trackingStopped.push(link.product_uuid)
        }
      } else {
        const readAt = posLevel.readAt ?? now
        observed.push({
          linkId: link.id,
          level: posLevel.level,
          readAt,
          balance: link.tracked ? link.pos_balance : null,
        })
        compare(comparison, link, { store: available.get(link.variant_id), pos: posLevel.level, readAt })
      }
    }
    await pos.query((sql) => recordObservedLevels(sql, observed))
  }
}

type ReadLevel =
  | { kind: "read"; level: string; readAt: Date | null }
  | { kind: "unread"; reason: LeftOpenReason }
  /** the POS tracks it again: its stock starts again by initial matching */
  | { kind: "restarts" }

function readLevel(
  link: ComparableLink,
  { rows, unreadable }: PosLevels,
  tracked: ReadonlySet<string> | null
): ReadLevel {
  const row = rows.get(link.variant_uuid)
  // Without a tracking query, only tracked products have rows.
  const isTracked = tracked
    ? tracked.has(link.product_uuid)
    : row !== undefined || subtractBalances(link.pos_balance, 0) === "0"
  if (!isTracked) {
    return { kind: "unread", reason: "pos-not-tracked" }
  }
  if (unreadable.has(link.variant_uuid)) {
    return { kind: "unread", reason: "pos-unreadable" }
  }
  if (link.stock_off) {
    return tracked || row ? { kind: "restarts" } : { kind: "unread", reason: "pos-not-tracked" }
  }
  return row ? { kind: "read", ...row } : { kind: "read", level: "0", readAt: null }
}

function compare(
  comparison: Comparison,
  link: ComparableLink,
  { store, pos, readAt }: { store: string | undefined; pos: string; readAt: Date }
): void {
  const ledger_level = link.tracked ? link.pos_balance : null
  const difference = { variant_link_id: link.id, pos_level: pos, ledger_level }
  if (store === undefined) {
    comparison.differences.push({ ...difference, store_level: null, cause: "uncounted" })
    return
  }
  comparison.compared++
  const differs = subtractBalances(store, pos) !== "0"
  if (!link.tracked) {
    if (differs) {
      comparison.differences.push({ ...difference, store_level: store, cause: "first-contact" })
    } else {
      comparison.baselines.push({ linkId: link.id, level: pos, readAt, revision: link.revision })
      comparison.agreeing.push(link.id)
    }
    return
  }
  if (subtractBalances(pos, link.pos_balance) !== "0") {
    comparison.differences.push({ ...difference, store_level: store, cause: link.unsent ? "unknown" : "missed" })
  } else if (differs) {
    comparison.differences.push({ ...difference, store_level: store, cause: "unsent" })
    comparison.unsent.push({ linkId: link.id, variantId: link.variant_id, isOnItsWay: link.unsent })
  } else {
    comparison.agreeing.push(link.id)
  }
}
