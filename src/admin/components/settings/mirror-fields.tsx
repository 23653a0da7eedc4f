import { useTranslation } from "react-i18next"
import { useStockLocationChoices } from "../../hooks/shop/use-shop-choices"
import type { MirrorSettings } from "../../lib/answers/settings"
import { TextField } from "../common/text-field"
import { Choice } from "./choice"
import { PickMany } from "./pick-many"

const OPTIONS = {
  stock_policy: ["two-way", "pos-only", "off"],
  stock_start: ["ask", "shop", "pos"],
  drift_policy: ["report", "trust-shop", "trust-pos"],
  counter_creation: ["list", "draft", "ignore"],
  counter_deletion: ["restore", "unlink", "draft"],
  order_events: ["all-but-placed", "all", "none"],
} as const

export const MIRROR_CHOICES = [
  ...(["stock_policy", "stock_start", "drift_policy"] as const),
  ...(["counter_creation", "counter_deletion", "order_events"] as const),
] as const

/** What becomes of what the counter tells. `stockLocationId` is the connection's own, which always feeds the counter. */
export const MirrorFields = (props: {
  settings: MirrorSettings
  stockLocationId: string
  change: (changed: Partial<MirrorSettings>) => void
}) => {
  const { settings, stockLocationId, change } = props
  const { t } = useTranslation("pos")
  const { data: locations } = useStockLocationChoices()
  const others = locations?.filter(({ id }) => id !== stockLocationId)
  return (
    <>
      {MIRROR_CHOICES.map((name) => (
        <Choice
          key={name}
          name={name}
          options={OPTIONS[name]}
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
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
