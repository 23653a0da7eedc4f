import { type PushSettings, pushSettingsSchema } from "../../vocabulary/push-settings"

/** The settings of a connection; what was never set has its default. */
export function pushSettingsOf(connection: { push_settings: unknown }): PushSettings {
  return pushSettingsSchema.parse(connection.push_settings ?? {})
}
