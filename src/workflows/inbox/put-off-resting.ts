import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableArea } from "../../medusa-tables/probe/probes"
import { hasMainLocation } from "../../medusa-tables/stock/living-locations"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { unknownAreas } from "../queue/known-tables"
import type { EntryOutcome } from "./entry-outcome"

/** How soon entries that were put off are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 15_000

const reasonOf = (area: TableArea) => `It waits until Medusa's tables fit again, for ${area}`

const WITHOUT_PLACE = "The connection's stock location has been deleted: it waits until another is chosen"

const isOfStock = (entry: ClaimedInboxEntry) => entry.aggregate.startsWith("stock:")

/** What of Medusa's tables the handling of an entry writes. */
function areasOf(entry: ClaimedInboxEntry, connection: ConnectionRecord): TableArea[] {
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

/** What cannot be handled now waits, which is no attempt: entries of an area whose tables do not fit, and stock without a place. */
export async function putOffResting(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  now: Date
): Promise<{ ready: ClaimedInboxEntry[]; waiting: EntryOutcome[] }> {
  const unknown = await unknownAreas(container)
  const hasStock = entries.some(isOfStock)
  const hasPlace = !hasStock || (await container.resolve(POS_MODULE).query((sql) => hasMainLocation(sql, connection)))
  const restingOf = (entry: ClaimedInboxEntry): string | undefined => {
    const area = areasOf(entry, connection).find((one) => unknown.has(one))
    return area === undefined ? (hasPlace || !isOfStock(entry) ? undefined : WITHOUT_PLACE) : reasonOf(area)
  }
  return {
    ready: entries.filter((entry) => restingOf(entry) === undefined),
    waiting: entries.flatMap((entry): EntryOutcome[] => {
      const reason = restingOf(entry)
      const until = new Date(now.getTime() + LOOK_AGAIN_MS)
      return reason === undefined ? [] : [{ id: entry.id, kind: "waiting", reason, until }]
    }),
  }
}
