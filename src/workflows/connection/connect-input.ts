import type { StockPolicy } from "../../vocabulary/connection"
import type { MirrorSettingsChange } from "../../vocabulary/mirror-settings"
import type { PushSettings } from "../../vocabulary/push-settings"
import type { Credentials } from "./credentials"

export type ConnectInput = Credentials & {
  sales_channel_id: string
  stock_location_id: string
  region_id: string
  contact_email?: string
  /** how it pushes from the first product on; what is not named is as by default, or as it was */
  push_settings?: Partial<PushSettings>
  /** what becomes of what the counter tells, likewise */
  mirror_settings?: MirrorSettingsChange
}

/** What the checks found out; everything a connection is made of. */
export type CheckedConnection = {
  /** the organisation's former connection, which is taken up again with all its links */
  reconnects: string | null
  organization_uuid: string
  organization_name: string | null
  country_code: string | null
  currency_code: string
  taxation_mode: string | null
  taxation_type: string | null
  time_zone: string | null
  customer_status: string | null
  client_id: string
  /** UTC, ISO 8601 */
  credentials_expire_at: string | null
  inventories: Record<string, string> | null
  stock_policy: StockPolicy
}
