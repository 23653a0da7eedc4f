import { Hint, Label, Select } from "@medusajs/ui"
import { useId } from "react"
import {
  CHOSEN_MIRROR_FIELDS,
  type ChosenInboundSettings,
  inboundSettingsChangeSchema,
} from "../../../contract/settings"
import { isTimeZone } from "../../../contract/time"
import { useTexts } from "../../hooks/common/use-texts"
import { useInboundSettings, useProposedTimeZone, useSaveInboundSettings } from "../../hooks/settings/use-settings"
import { useStockLocationChoices } from "../../hooks/store/use-store-choices"
import type { Connection } from "../../lib/answers/connection"
import { TextField } from "../common/fields"
import { DeclaredChoices, PickMany } from "./choices"
import { SettingsSection } from "./settings-section"
import { useWordFacts } from "./use-setting-texts"

/** The time zone of reports and accounting where the POS names none; the one of the country is proposed. */
const TimeZoneField = (props: {
  value: string | null
  proposed: string | null
  onChange: (timeZone: string) => void
}) => {
  const { value, proposed, onChange } = props
  const { t } = useTexts()
  const id = useId()
  const zones = new Set([value, proposed, ...Intl.supportedValuesOf("timeZone")])
  return (
    <div className="flex flex-col gap-y-1">
      <Label id={id} size="small" weight="plus">
        {t("choices.time_zone.label")}
      </Label>
      <Select value={value ?? ""} onValueChange={onChange}>
        <Select.Trigger aria-labelledby={id}>
          <Select.Value placeholder={t("none")} />
        </Select.Trigger>
        <Select.Content>
          {[...zones].flatMap((zone) =>
            zone === null ? (
              []
            ) : (
              <Select.Item key={zone} value={zone}>
                {zone}
              </Select.Item>
            )
          )}
        </Select.Content>
      </Select>
      <Hint>{t("choices.time_zone.hint")}</Hint>
      {proposed !== null && value === null && <Hint>{t("choices.time_zone.proposed", { zone: proposed })}</Hint>}
    </div>
  )
}

/** Accounting has its own form, and the time zone its own field. */
const declaredChangeSchema = inboundSettingsChangeSchema.omit({ accounting: true, time_zone: true })

/** What happens to data that the POS sends. `stockLocationId` is the connection's own, which always counts at the POS. */
export const MirrorFields = (props: {
  settings: ChosenInboundSettings
  stockLocationId: string
  /** given where the POS names no time zone; what the country proposes */
  timeZone?: { proposed: string | null } | undefined
  change: (changed: Partial<ChosenInboundSettings>) => void
}) => {
  const { settings, stockLocationId, timeZone, change } = props
  const { accounting: _accounting, time_zone: _timeZone, ...declared } = settings
  const { t } = useTexts()
  const { data: locations } = useStockLocationChoices()
  const otherLocations = locations?.filter(({ id }) => id !== stockLocationId)
  return (
    <>
      <DeclaredChoices
        fields={CHOSEN_MIRROR_FIELDS}
        changes={declaredChangeSchema}
        settings={declared}
        change={(changed) => change(changed)}
      />
      {otherLocations?.length !== 0 && (
        <PickMany
          label={t("choices.additional_stock_location_ids.label")}
          hint={t("choices.additional_stock_location_ids.hint")}
          choices={otherLocations}
          chosen={settings.additional_stock_location_ids}
          onChange={(additional_stock_location_ids) => change({ additional_stock_location_ids })}
        />
      )}
      <TextField
        label={t("choices.stock_buffer.label")}
        inputMode="decimal"
        value={settings.stock_buffer}
        onChange={(stock_buffer) => change({ stock_buffer })}
      />
      {settings.availability !== "off" && (
        <TextField
          label={t("choices.availability_low.label")}
          inputMode="decimal"
          value={settings.availability_low}
          onChange={(availability_low) => change({ availability_low })}
        />
      )}
      {timeZone && (
        <TimeZoneField
          value={settings.time_zone}
          proposed={timeZone.proposed}
          onChange={(time_zone) => change({ time_zone })}
        />
      )}
    </>
  )
}

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
        shown.availability === "off"
          ? null
          : { label: t("choices.availability_low.label"), value: shown.availability_low },
        isTimeZoneOpen || shown.time_zone !== null
          ? { label: t("choices.time_zone.label"), value: shown.time_zone ?? t("none") }
          : null,
        connection.low_stock_unknown_at && shown.low_stock === "store"
          ? { label: t("lowStock.level"), value: t("lowStock.unknown") }
          : null,
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
