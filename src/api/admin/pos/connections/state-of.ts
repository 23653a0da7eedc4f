import { mirrorSettingsOf } from "../../../../modules/pos/mirror-settings"
import { pushSettingsOf } from "../../../../modules/pos/push-settings"
import type { PosModuleService } from "../../../../modules/pos/service"
import type { ConnectionRecord } from "../../../../modules/pos/connection-record"
import { credentialsOf } from "./present"

/** How a connection stands, for what is kept of a decision: of its credentials only their kind and end. */
export function stateOf(_pos: PosModuleService, connection: ConnectionRecord) {
  const { state, credentials_expire_at } = connection
  return { state, credentials: credentialsOf(connection), credentials_expire_at }
}

/** All settings of a connection, for what is kept of a decision. */
export function settingsOf(_pos: PosModuleService, connection: ConnectionRecord) {
  const { stock_policy } = connection
  return { ...pushSettingsOf(connection), stock_policy, ...mirrorSettingsOf(connection) }
}
