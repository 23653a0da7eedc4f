import { type ProductLinkCounts, countProductLinks } from "../../../../features/catalog"
import {
  type ConnectionRecord,
  getInboundSettings,
  getOutboundSettings,
  getProfileWarning,
} from "../../../../modules/pos/connection-record"
import { accountingSettingsSchema } from "../../../../contract/accounting"
import { MIRROR_FIELDS, outboundSettingsChangeSchema } from "../../../../contract/settings"
import { z } from "zod"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import type { PosModuleService } from "../../../../modules/pos/service"

/** Inbound settings that are set, with the accounting settings and their closed days. */
const shownInboundSettingsSchema = z.object({ ...MIRROR_FIELDS, accounting: accountingSettingsSchema }).partial()

/** Converts a connection for the API, without secrets and internal fields; `credentials` is only their kind. */
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
    stock_sync: connection.stock_sync,
    contact_email: connection.contact_email,
    credentials: getCredentials(connection),
    credentials_expire_at: connection.credentials_expire_at,
    push_held: connection.push_held,
    outbound_settings: connection.outbound_settings && outboundSettingsChangeSchema.parse(connection.outbound_settings),
    inbound_settings: connection.inbound_settings && shownInboundSettingsSchema.parse(connection.inbound_settings),
    low_stock_unknown_at: connection.low_stock_unknown_at,
    circuit_open_until: connection.circuit_open_until,
    misunderstood: connection.misunderstood,
    misunderstood_at: connection.misunderstood_at,
    last_notification_at: connection.last_notification_at,
    purchases_polled_at: connection.purchases_polled_at,
    receipts_since: connection.receipts_since,
    orders_since: connection.orders_since,
    stock_since: connection.stock_since,
    profile_warning: getProfileWarning(connection),
    created_at: connection.created_at,
    updated_at: connection.updated_at,
    product_links: counts,
  }
}

/** Returns the kind of a connection's credentials; null: it has none. */
export function getCredentials({
  authorization_id,
  api_key_sealed,
}: Pick<ConnectionRecord, "authorization_id" | "api_key_sealed">): "sign-in" | "api-key" | null {
  return authorization_id !== null ? "sign-in" : api_key_sealed !== null ? "api-key" : null
}

/** Responds with the current `{connection}`. @throws ConnectionNotFoundError */
export async function answerConnection(request: MedusaRequest, response: MedusaResponse, id: string): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(id)
  response.json({ connection: presentConnection(connection, await pos.query((sql) => countProductLinks(sql, id))) })
}

/** Returns a connection's state for the activity log: of its credentials only their kind and expiry. */
export function getState(_pos: PosModuleService, connection: ConnectionRecord) {
  const { state, credentials_expire_at } = connection
  return { state, credentials: getCredentials(connection), credentials_expire_at }
}

/** Returns all settings of a connection for the activity log. */
export function getSettings(_pos: PosModuleService, connection: ConnectionRecord) {
  const { stock_sync } = connection
  return { ...getOutboundSettings(connection), stock_sync, ...getInboundSettings(connection) }
}
