import { PUSH_FIELDS, type PushSettings, pushSettingsChangeSchema } from "../../../vocabulary/push-settings"
import { DeclaredChoices } from "./declared-choices"
import { FieldOwners } from "./field-owners"
import { PriceChoice } from "./price-choice"
import { SelectionChoice } from "./selection-choice"

/** What goes to the counter, and how. */
export const PushFields = (props: { settings: PushSettings; change: (changed: Partial<PushSettings>) => void }) => {
  const { settings, change } = props
  return (
    <>
      <SelectionChoice selection={settings.selection} onChange={(selection) => change({ selection })} />
      <PriceChoice price={settings.price} onChange={(price) => change({ price })} />
      <DeclaredChoices fields={PUSH_FIELDS} changes={pushSettingsChangeSchema} settings={settings} change={change} />
      <FieldOwners owners={settings.field_owners} onChange={(field_owners) => change({ field_owners })} />
    </>
  )
}
