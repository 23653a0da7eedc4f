import { type MirrorSettings, mirrorSettingsSchema } from "../../vocabulary/mirror-settings"

/** A connection's choices; what it has not chosen is as by default. */
export function mirrorSettingsOf(connection: { mirror_settings: unknown }): MirrorSettings {
  return mirrorSettingsSchema.parse(connection.mirror_settings ?? {})
}
