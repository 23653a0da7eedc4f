import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableArea } from "../medusa/schema-probe"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import type { ClaimedInboxEntry } from "./inbox-claims"
import type { EntryOutcome } from "./inbox-processing"
import { pausedAreas } from "./schema-compatibility"
import { hasLocation } from "./stock-access"

/** Milliseconds until postponed entries are tried again. */
const RETRY_DELAY_MS = 15_000

const getReason = (area: TableArea) => `It waits until Medusa's tables fit again, for ${area}`

const WITHOUT_PLACE = "The connection's stock location has been deleted: it waits until another is chosen"

const isOfStock = (entry: ClaimedInboxEntry) => entry.aggregate.startsWith("stock:")

/** The areas of Medusa's tables that the handling of an entry writes. */
function getAreas(entry: ClaimedInboxEntry, connection: ConnectionRecord): TableArea[] {
  const [kind] = entry.aggregate.split(":")
  switch (kind) {
    case "purchase":
      return connection.inventories === null && connection.stock_sync !== "off" ? ["orders", "stock"] : ["orders"]
    case "stock":
      return ["stock"]
    case "product":
      return entry.event_name.startsWith("InventoryTracking") ? ["stock"] : ["catalog"]
    default:
      return []
  }
}

/**
 * Postpones entries that cannot be handled now, which uses no attempt: entries of an area whose tables are
 * incompatible, and stock whose location was deleted.
 */
export async function postponePausedEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  now: Date
): Promise<{ ready: ClaimedInboxEntry[]; waiting: EntryOutcome[] }> {
  const paused = await pausedAreas(container)
  const hasStock = entries.some(isOfStock)
  const hasPlace = !hasStock || (await hasLocation(container, connection))
  const restingOf = (entry: ClaimedInboxEntry): string | undefined => {
    const area = getAreas(entry, connection).find((candidate) => paused.has(candidate))
    return area === undefined ? (hasPlace || !isOfStock(entry) ? undefined : WITHOUT_PLACE) : getReason(area)
  }
  return {
    ready: entries.filter((entry) => restingOf(entry) === undefined),
    waiting: entries.flatMap((entry): EntryOutcome[] => {
      const reason = restingOf(entry)
      const until = new Date(now.getTime() + RETRY_DELAY_MS)
      return reason === undefined ? [] : [{ id: entry.id, kind: "waiting", reason, until }]
    }),
  }
}
