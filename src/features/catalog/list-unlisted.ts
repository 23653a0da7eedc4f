import type { MedusaContainer } from "@medusajs/framework/types"
import { UNLISTED_REASONS } from "../../contract/catalog"
import type { UnlistedQuery } from "../../medusa/unlisted-products"
import { POS_MODULE } from "../../modules/pos"
import { getOutboundSettings } from "../../modules/pos/connection-record"
import { readUnlisted } from "../../runtime/sold-products"

/**
 * Lists the store's products that are not at the POS of a connection, with the reason of each.
 * @returns a page of them, how many there are for each reason that the search finds, and how many with `reason`
 */
export async function listUnlisted(
  container: MedusaContainer,
  connectionId: string,
  query: Pick<UnlistedQuery, "reason" | "q" | "limit" | "offset">
) {
  const connection = await container.resolve(POS_MODULE).findConnection(connectionId)
  const { selection } = getOutboundSettings(connection)
  const { reason, q, limit, offset } = query
  const { products, counts } = await readUnlisted(container, { connectionId, selection, reason, q, limit, offset })
  const counted = UNLISTED_REASONS.map((name) => ({ reason: name, count: counts[name] ?? 0 }))
  const count = counted.reduce(
    (sum, each) => (reason === undefined || reason === each.reason ? sum + each.count : sum),
    0
  )
  return { products, counts: counted, count }
}
