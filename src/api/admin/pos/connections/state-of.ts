import { getInboundSettings, getOutboundSettings } from "../../../../modules/pos/connection-settings"
import type { PosModuleService } from "../../../../modules/pos/service"
import type { ConnectionRecord } from "../../../../modules/pos/connection-record"
import { getCredentials } from "./present"

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
