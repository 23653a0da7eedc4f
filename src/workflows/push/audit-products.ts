import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { noteAudit } from "../../modules/pos/queries/rounds/audit-turns"
import { markLinkedProductsDue } from "../../modules/pos/queries/outbox/product-marks"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { linkAllSold } from "./mark-changed"
import { previewProducts, type ProductPreview } from "./preview-products"
import { findQuietLinks } from "../../modules/pos/queries/outbox/product-links"

/** Products that are checked at a time: a shop of 10,000 is gone through in five minutes. */
const SLICE = 2_000

/**
 * Checks a slice of a connection's products by content: what would be sent differently today is made due, whatever
 * changed it. The next call takes the next slice; a round begins with what the shop sells and no link knows.
 * @returns how many were checked, and whether anything is due by it
 */
export async function auditProducts(
  container: MedusaContainer,
  connection: ConnectionRecord
): Promise<{ checked: number; isDue: boolean }> {
  const pos = container.resolve(POS_MODULE)
  const after = connection.audit_cursor ?? ""
  // At its beginning: one that fails is not the first again in the next round.
  await pos.query((sql, now) => noteAudit(sql, connection.id, now))
  const linked = after === "" ? await linkAllSold(container, connection) : 0
  const links = await pos.query((sql) => findQuietLinks(sql, { connectionId: connection.id, after, limit: SLICE }))
  const previews = links.length > 0 ? await previewProducts(container, connection, links) : []
  const differing = previews.filter(isDifferent).map(({ link }) => link.product_id)
  if (differing.length > 0) {
    await pos.query((sql) => markLinkedProductsDue(sql, differing))
  }
  const last = links.length === SLICE ? (links.at(-1)?.product_id ?? null) : null
  if (last !== connection.audit_cursor) {
    await pos.updatePosConnections({ id: connection.id, audit_cursor: last })
  }
  return { checked: links.length, isDue: linked + differing.length > 0 }
}

function isDifferent({ link, fate, mapped }: ProductPreview): boolean {
  const isThere = ["synced", "rejected"].includes(link.state)
  if (!mapped) {
    return isThere || fate === "removed" || fate === "forgotten"
  }
  return (link.state === "rejected" ? link.rejected_fingerprint : link.fingerprint) !== mapped.fingerprint
}
