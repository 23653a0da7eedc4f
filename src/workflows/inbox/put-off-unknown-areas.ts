import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableArea } from "../../medusa-tables/probe/probes"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { unknownAreas } from "../queue/known-tables"
import type { EntryOutcome } from "./entry-outcome"

/** How soon entries of an area are looked at again whose tables do not fit, in milliseconds. */
const LOOK_AGAIN_MS = 15_000

const reasonOf = (area: TableArea) => `It waits until Medusa's tables fit again, for ${area}`

/** What of Medusa's tables the handling of an entry writes. */
export function areasOf(entry: ClaimedInboxEntry, connection: ConnectionRecord): TableArea[] {
  const [kind] = entry.aggregate.split(":")
  switch (kind) {
    case "purchase":
      return connection.inventories === null && connection.stock_policy !== "off" ? ["orders", "stock"] : ["orders"]
    case "stock":
      return ["stock"]
    case "product":
      return entry.event_name.startsWith("InventoryTracking") ? ["stock"] : ["catalog"]
    default:
      return []
  }
}

/** Parts entries from those whose area rests: these wait, which is no attempt. */
export async function putOffUnknownAreas(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  now: Date
): Promise<{ ready: ClaimedInboxEntry[]; waiting: EntryOutcome[] }> {
  const unknown = await unknownAreas(container)
  const restingOf = (entry: ClaimedInboxEntry) => areasOf(entry, connection).find((area) => unknown.has(area))
  return {
    ready: entries.filter((entry) => restingOf(entry) === undefined),
    waiting: entries.flatMap((entry): EntryOutcome[] => {
      const area = restingOf(entry)
      const until = new Date(now.getTime() + LOOK_AGAIN_MS)
      return area === undefined ? [] : [{ id: entry.id, kind: "waiting", reason: reasonOf(area), until }]
    }),
  }
}
