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

/**
 * The name of the lease under which a connection's inbound settings are changed: all are in one column, and closing days
 * takes long.
 */
export const toInboundSettingsLock = (connectionId: string): string => `pos_inbound_settings.${connectionId}`

/** The name of the lease under which a connection's outbound settings are changed: all are in one column. */
export const toOutboundSettingsLock = (connectionId: string): string => `pos_outbound_settings.${connectionId}`
