import { type InboundSettings, inboundSettingsSchema } from "../../contract/settings"

/** Returns a connection's inbound settings with defaults for those that are not set. */
export function getInboundSettings(connection: { inbound_settings: unknown }): InboundSettings {
  return inboundSettingsSchema.parse(connection.inbound_settings ?? {})
}
