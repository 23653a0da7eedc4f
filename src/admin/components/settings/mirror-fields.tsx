import { useTranslation } from "react-i18next"
import {
  CHOSEN_MIRROR_FIELDS,
  type ChosenMirrorSettings,
  mirrorSettingsChangeSchema,
} from "../../../vocabulary/mirror-settings"
import { useStockLocationChoices } from "../../hooks/shop/use-shop-choices"
import { TextField } from "../common/text-field"
import { DeclaredChoices } from "./declared-choices"
import { PickMany } from "./pick-many"

/** What becomes of what the counter tells. `stockLocationId` is the connection's own, which always feeds the counter. */
export const MirrorFields = (props: {
  settings: ChosenMirrorSettings
  stockLocationId: string
  change: (changed: Partial<ChosenMirrorSettings>) => void
}) => {
  const { settings, stockLocationId, change } = props
  const { t } = useTranslation("pos")
  const { data: locations } = useStockLocationChoices()
  const others = locations?.filter(({ id }) => id !== stockLocationId)
  return (
    <>
      <DeclaredChoices
        fields={CHOSEN_MIRROR_FIELDS}
        changes={mirrorSettingsChangeSchema}
        settings={settings}
        change={change}
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
