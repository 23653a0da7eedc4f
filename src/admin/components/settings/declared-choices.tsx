import type { z } from "zod"
import { flagsIn, type SettingFields, wordsIn } from "../../../vocabulary/settings"
import { Choice } from "./choice"
import { Flag } from "./flag"

/** The settings that are one of a few words, or yes and no, as they are declared; their texts go by the same names. */
export function DeclaredChoices<Settings extends Record<string, unknown>>(props: {
  fields: SettingFields
  changes: z.ZodType<Partial<Settings>>
  settings: Settings
  change: (changed: Partial<Settings>) => void
}) {
  const { fields, changes, settings, change } = props
  return (
    <>
      {wordsIn(fields).map(({ name, words }) => (
        <Choice
          key={name}
          name={name}
          options={words}
          value={String(settings[name])}
          onChange={(word) => change(changes.parse({ [name]: word }))}
        />
      ))}
      {flagsIn(fields).map((name) => (
        <Flag
          key={name}
          name={name}
          value={settings[name] === true}
          onChange={(value) => change(changes.parse({ [name]: value }))}
        />
      ))}
    </>
  )
}
