import type { ProductLinkCounts } from "../../../../modules/pos/queries/outbox/product-counts"
import type { ConnectionRecord } from "../../../../modules/pos/connection-record"
import { profileWarningOf } from "../../../../modules/pos/profile-warning"
import { booksSchema } from "../../../../vocabulary/books"
import { MIRROR_FIELDS } from "../../../../vocabulary/mirror-settings"
import { pushSettingsChangeSchema } from "../../../../vocabulary/push-settings"
import { z } from "@medusajs/framework/zod"

/** Only what was chosen; books with the days that were closed. */
const shownMirrorSettingsSchema = z.object({ ...MIRROR_FIELDS, books: booksSchema }).partial()

/** A connection without its secrets and what only this plugin needs; `credentials` tells only of which kind they are. */
export function presentConnection(connection: ConnectionRecord, counts: ProductLinkCounts) {
  return {
    id: connection.id,
    organization_uuid: connection.organization_uuid,
    organization_name: connection.organization_name,
    group_name: connection.group_name,
    country_code: connection.country_code,
    currency_code: connection.currency_code,
    taxation_mode: connection.taxation_mode,
    taxation_type: connection.taxation_type,
    time_zone: connection.time_zone,
    customer_status: connection.customer_status,
    state: connection.state,
    state_reason: connection.state_reason,
    sales_channel_id: connection.sales_channel_id,
    stock_location_id: connection.stock_location_id,
    region_id: connection.region_id,
    stock_policy: connection.stock_policy,
    contact_email: connection.contact_email,
    credentials: credentialsOf(connection),
    credentials_expire_at: connection.credentials_expire_at,
    push_held: connection.push_held,
    push_settings: connection.push_settings && pushSettingsChangeSchema.parse(connection.push_settings),
    mirror_settings: connection.mirror_settings && shownMirrorSettingsSchema.parse(connection.mirror_settings),
    low_stock_unknown_at: connection.low_stock_unknown_at,
    circuit_open_until: connection.circuit_open_until,
    misunderstood: connection.misunderstood,
    misunderstood_at: connection.misunderstood_at,
    last_notification_at: connection.last_notification_at,
    purchases_polled_at: connection.purchases_polled_at,
    receipts_since: connection.receipts_since,
    orders_since: connection.orders_since,
    stock_since: connection.stock_since,
    profile_warning: profileWarningOf(connection),
    created_at: connection.created_at,
    updated_at: connection.updated_at,
    product_links: counts,
  }
}

/** Of which kind a connection's credentials are; null: it has none. */
export function credentialsOf({
  authorization_id,
  api_key_sealed,
}: Pick<ConnectionRecord, "authorization_id" | "api_key_sealed">): "sign-in" | "api-key" | null {
  return authorization_id !== null ? "sign-in" : api_key_sealed !== null ? "api-key" : null
}
