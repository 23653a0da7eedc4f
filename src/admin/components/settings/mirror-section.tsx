import { CHOSEN_MIRROR_FIELDS } from "../../../contract/settings"
import { isTimeZone } from "../../../contract/time"
import { useTexts } from "../../hooks/common/use-texts"
import { useStockLocationChoices } from "../../hooks/store/use-store-choices"
import { useInboundSettings, useProposedTimeZone, useSaveInboundSettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { SettingsSection } from "./settings-section"
import { MirrorFields } from "./mirror-fields"
import { useWordFacts } from "./use-setting-texts"

/** What happens to data that the POS sends. */
export const MirrorSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const wordFacts = useWordFacts(CHOSEN_MIRROR_FIELDS)
  const settings = useInboundSettings(connection.id)
  const save = useSaveInboundSettings(connection.id)
  const proposed = useProposedTimeZone(connection.id)
  const isTimeZoneOpen = connection.time_zone === null || !isTimeZone(connection.time_zone)
  const { data: locations } = useStockLocationChoices()
  return (
    <SettingsSection
      name="mirror"
      settings={settings}
      save={save}
      facts={(shown) => [
        ...wordFacts(shown),
        {
          label: t("choices.additional_stock_location_ids.label"),
          value:
            shown.additional_stock_location_ids
              .map((id) => locations?.find((location) => location.id === id)?.name ?? t("unknown"))
              .join(", ") || t("none"),
        },
        { label: t("choices.stock_buffer.label"), value: shown.stock_buffer },
        ...(shown.availability === "off"
          ? []
          : [{ label: t("choices.availability_low.label"), value: shown.availability_low }]),
        ...(isTimeZoneOpen || shown.time_zone !== null
          ? [{ label: t("choices.time_zone.label"), value: shown.time_zone ?? t("none") }]
          : []),
        ...(connection.low_stock_unknown_at && shown.low_stock === "store"
          ? [{ label: t("lowStock.level"), value: t("lowStock.unknown") }]
          : []),
      ]}
    >
      {(shown, change) => (
        <MirrorFields
          settings={shown}
          stockLocationId={connection.stock_location_id}
          timeZone={isTimeZoneOpen || shown.time_zone !== null ? { proposed } : undefined}
          change={change}
        />
      )}
    </SettingsSection>
  )
}
