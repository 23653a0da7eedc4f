import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { markLinkedProductsDue } from "../../modules/pos/queries/outbox/product-marks"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { linkSold } from "./mark-changed"
import { previewProducts, type ProductPreview } from "./preview-products"
import { findQuietLinks } from "../../modules/pos/queries/outbox/product-links"

/** Products that are checked at a time: a shop of 10,000 is gone through in five minutes. */
const SLICE = 2_000

/**
 * Checks a slice of a connection's products by content: what would be sent differently today is made due, whatever
 * changed it. The next call takes the next slice; a round begins with what the shop sells and no link knows.
 */
export async function auditProducts(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const after = connection.audit_cursor ?? ""
  if (after === "") {
    await linkSold(container, connection, null)
  }
  const links = await pos.query((sql) => findQuietLinks(sql, { connectionId: connection.id, after, limit: SLICE }))
  const differing = (await previewProducts(container, connection, links)).filter(isDifferent)
  await pos.query((sql) =>
    markLinkedProductsDue(
      sql,
      differing.map(({ link }) => link.product_id)
    )
  )
  const last = links.length === SLICE ? links.at(-1)?.product_id : undefined
  await pos.updatePosConnections({ id: connection.id, audit_cursor: last ?? null })
}

function isDifferent({ link, fate, mapped }: ProductPreview): boolean {
  const isThere = ["synced", "rejected"].includes(link.state)
  if (!mapped) {
    return isThere || fate === "removed" || fate === "forgotten"
  }
  return (link.state === "rejected" ? link.rejected_fingerprint : link.fingerprint) !== mapped.fingerprint
}
