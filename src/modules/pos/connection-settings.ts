import {
  type InboundSettings,
  inboundSettingsSchema,
  type OutboundSettings,
  outboundSettingsSchema,
} from "../../contract/settings"

/** Returns a connection's inbound settings with defaults for those that are not set. */
export function getInboundSettings(connection: { inbound_settings: unknown }): InboundSettings {
  return inboundSettingsSchema.parse(connection.inbound_settings ?? {})
}

/** Returns a connection's outbound settings with defaults for those that are not set. */
export function getOutboundSettings(connection: { outbound_settings: unknown }): OutboundSettings {
  return outboundSettingsSchema.parse(connection.outbound_settings ?? {})
}
