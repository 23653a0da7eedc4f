import type { ProductLinkCounts } from "../../../../modules/pos/queries/outbox/product-counts"
import type { ConnectionRecord } from "../../../../modules/pos/connection-record"

/** A connection without its secrets; `credentials` tells only of which kind they are. */
export function presentConnection(connection: ConnectionRecord, counts: ProductLinkCounts) {
  const {
    api_key_sealed: keySealed,
    authorization_id: authorizationId,
    purchase_cursor: _cursor,
    inventories: _inventories,
    audit_cursor: _audit,
    deleted_at: _deleted,
    ...shown
  } = connection
  const credentials = authorizationId !== null ? "sign-in" : keySealed !== null ? "api-key" : null
  return { ...shown, credentials, product_links: counts }
}
