import {
  CHOSEN_MIRROR_FIELDS,
  type ChosenMirrorSettings,
  mirrorSettingsChangeSchema,
} from "../../../vocabulary/mirror-settings"
import { useTexts } from "../../hooks/common/use-texts"
import { useStockLocationChoices } from "../../hooks/shop/use-shop-choices"
import { TextField } from "../common/text-field"
import { DeclaredChoices } from "./declared-choices"
import { PickMany } from "./pick-many"

/** The books have a form of their own. */
const declaredChangeSchema = mirrorSettingsChangeSchema.omit({ books: true })

/** What becomes of what the counter tells. `stockLocationId` is the connection's own, which always feeds the counter. */
export const MirrorFields = (props: {
  settings: ChosenMirrorSettings
  stockLocationId: string
  change: (changed: Partial<ChosenMirrorSettings>) => void
}) => {
  const { settings, stockLocationId, change } = props
  const { books: _books, ...declared } = settings
  const { t } = useTexts()
  const { data: locations } = useStockLocationChoices()
  const others = locations?.filter(({ id }) => id !== stockLocationId)
  return (
    <>
      <DeclaredChoices
        fields={CHOSEN_MIRROR_FIELDS}
        changes={declaredChangeSchema}
        settings={declared}
        change={(changed) => change(changed)}
      />
      {others?.length !== 0 && (
        <PickMany
          label={t("choices.feeding_location_ids.label")}
          hint={t("choices.feeding_location_ids.hint")}
          choices={others}
          chosen={settings.feeding_location_ids}
          onChange={(feeding_location_ids) => change({ feeding_location_ids })}
        />
      )}
      <TextField
        label={t("choices.stock_buffer.label")}
        inputMode="decimal"
        value={settings.stock_buffer}
        onChange={(stock_buffer) => change({ stock_buffer })}
      />
    </>
  )
}
