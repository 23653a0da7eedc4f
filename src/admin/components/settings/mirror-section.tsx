import { CHOSEN_MIRROR_FIELDS } from "../../../vocabulary/mirror-settings"
import { useTexts } from "../../hooks/common/use-texts"
import { useStockLocationChoices } from "../../hooks/shop/use-shop-choices"
import { useMirrorSettings, useSaveMirrorSettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { SettingsSection } from "./settings-section"
import { MirrorFields } from "./mirror-fields"
import { useWordFacts } from "./use-word-facts"

/** What becomes of what the counter tells. */
export const MirrorSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const wordFacts = useWordFacts(CHOSEN_MIRROR_FIELDS)
  const settings = useMirrorSettings(connection.id)
  const save = useSaveMirrorSettings(connection.id)
  const { data: locations } = useStockLocationChoices()
  return (
    <SettingsSection
      name="mirror"
      settings={settings}
      save={save}
      facts={(shown) => [
        ...wordFacts(shown),
        {
          label: t("choices.feeding_location_ids.label"),
          value:
            shown.feeding_location_ids
              .map((id) => locations?.find((location) => location.id === id)?.name ?? t("unknown"))
              .join(", ") || t("none"),
        },
        { label: t("choices.stock_buffer.label"), value: shown.stock_buffer },
        ...(connection.low_stock_unknown_at && shown.low_stock === "shop"
          ? [{ label: t("lowStock.level"), value: t("lowStock.unknown") }]
          : []),
      ]}
    >
      {(shown, change) => (
        <MirrorFields settings={shown} stockLocationId={connection.stock_location_id} change={change} />
      )}
    </SettingsSection>
  )
}
