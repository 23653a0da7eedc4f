import { OWNED_FIELDS, PUSH_FIELDS } from "../../../contract/settings"
import { useTexts } from "../../hooks/common/use-texts"
import { usePriceListChoices, useRegionChoices } from "../../hooks/store/use-store-choices"
import { useOutboundSettings, useSaveOutboundSettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { SettingsSection } from "./settings-section"
import { PushFields } from "./push-fields"
import { useWordFacts } from "./use-setting-texts"

/** What goes to the POS, and how. */
export const PushSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const wordFacts = useWordFacts(PUSH_FIELDS)
  const settings = useOutboundSettings(connection.id)
  const save = useSaveOutboundSettings(connection.id)
  const regions = useRegionChoices()
  const priceLists = usePriceListChoices()
  const nameIn = (choices: { id: string; name: string }[] | undefined, id: string) =>
    choices?.find((choice) => choice.id === id)?.name ?? t("unknown")
  return (
    <SettingsSection
      name="push"
      settings={settings}
      save={save}
      facts={(shown) => [
        { label: t("choices.selection.label"), value: t(`choices.selection.options.${shown.selection.by}`) },
        {
          label: t("choices.price.region_id.label"),
          value: nameIn(regions.data, shown.price.region_id ?? connection.region_id),
        },
        {
          label: t("choices.price.price_list_id.label"),
          value: shown.price.price_list_id ? nameIn(priceLists.data, shown.price.price_list_id) : t("none"),
        },
        ...wordFacts(shown),
        {
          label: t("choices.owners.label"),
          value:
            OWNED_FIELDS.filter((field) => shown.field_owners[field] === "pos")
              .map((field) => t(`fields.${field}`))
              .join(", ") || t("none"),
        },
      ]}
    >
      {(shown, change) => <PushFields settings={shown} change={change} />}
    </SettingsSection>
  )
}
