import type { PushSettings } from "../../lib/answers/settings"
import { Choice } from "./choice"
import { FieldOwners } from "./field-owners"
import { Flag } from "./flag"
import { PriceChoice } from "./price-choice"
import { SelectionChoice } from "./selection-choice"

const OPTIONS = {
  leave_policy: ["delete", "keep"],
  invalid_policy: ["keep", "remove"],
  variant_overflow: ["refuse", "split"],
  long_texts: ["cut", "reject"],
  category_choice: ["first", "deepest"],
  images: ["url", "upload", "off"],
} as const

export const PUSH_CHOICES = [
  "leave_policy",
  "invalid_policy",
  "variant_overflow",
  "long_texts",
  "category_choice",
  "images",
] as const

/** What goes to the counter, and how. */
export const PushFields = (props: { settings: PushSettings; change: (changed: Partial<PushSettings>) => void }) => {
  const { settings, change } = props
  return (
    <>
      <SelectionChoice selection={settings.selection} onChange={(selection) => change({ selection })} />
      <PriceChoice price={settings.price} onChange={(price) => change({ price })} />
      {PUSH_CHOICES.map((name) => (
        <Choice
          key={name}
          name={name}
          options={OPTIONS[name]}
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <Flag
        name="category_path"
        value={settings.category_path}
        onChange={(category_path) => change({ category_path })}
      />
      <FieldOwners owners={settings.field_owners} onChange={(field_owners) => change({ field_owners })} />
    </>
  )
}
