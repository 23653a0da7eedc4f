import type { ProductLinkCounts } from "../../../../modules/pos/queries/outbox/product-counts"
import type { ConnectionRecord } from "../../../../modules/pos/connection-record"

/** A connection without its secrets; `credentials` tells only of which kind they are. */
export function presentConnection(connection: ConnectionRecord, counts: ProductLinkCounts) {
  const {
    api_key_sealed: _keySealed,
    authorization_id: _authorizationId,
    purchase_cursor: _cursor,
    inventories: _inventories,
    audit_cursor: _audit,
    audited_at: _auditedAt,
    deleted_at: _deleted,
    ...shown
  } = connection
  return { ...shown, credentials: credentialsOf(connection), product_links: counts }
}

/** Of which kind a connection's credentials are; null: it has none. */
export function credentialsOf({ authorization_id, api_key_sealed }: ConnectionRecord): "sign-in" | "api-key" | null {
  return authorization_id !== null ? "sign-in" : api_key_sealed !== null ? "api-key" : null
}
