import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId } from "react"
import {
  type OutboundSettings,
  outboundSettingsChangeSchema,
  OWNED_FIELDS,
  type PriceChoice as Price,
  PUSH_FIELDS,
  type Selection,
  SELECTION_KINDS,
} from "../../../contract/settings"
import { useTexts } from "../../hooks/common/use-texts"
import { useOutboundSettings, useSaveOutboundSettings } from "../../hooks/settings/use-settings"
import { usePriceListChoices, useRegionChoices, useSelectable } from "../../hooks/store/use-store-choices"
import type { Connection } from "../../lib/answers/connection"
import { ChoiceField } from "../common/fields"
import { Choice, DeclaredChoices, Flag, PickMany } from "./choices"
import { SettingsSection } from "./settings-section"
import { useWordFacts } from "./use-setting-texts"

/** A select has no empty value; ids of Medusa never look like this. */
const NONE = "-"

/** Which of the store's prices the POS shows: of the connection's region or another, and of a price list. */
const PriceChoice = ({ price, onChange }: { price: Price; onChange: (price: Price) => void }) => {
  const { t } = useTexts()
  const regions = useRegionChoices()
  const priceLists = usePriceListChoices()
  const fields = [
    { name: "region_id", choices: regions.data },
    { name: "price_list_id", choices: priceLists.data },
  ] as const
  return (
    <>
      {fields.map(({ name, choices }) => (
        <ChoiceField
          key={name}
          label={t(`choices.price.${name}.label`)}
          hint={t(`choices.price.${name}.hint`)}
          choices={choices && [{ id: NONE, name: t(`choices.price.${name}.none`) }, ...choices]}
          chosen={price[name] ?? NONE}
          onChoose={(id) => onChange({ ...price, [name]: id === NONE ? null : id })}
        />
      ))}
      <Flag
        name="sale_prices"
        value={price.sale_prices}
        onChange={(sale_prices) => onChange({ ...price, sale_prices })}
      />
    </>
  )
}

type Owners = OutboundSettings["field_owners"]

/** Which fields the POS owns: they are sent once and never again. */
const FieldOwners = ({ owners, onChange }: { owners: Owners; onChange: (owners: Owners) => void }) => {
  const { t } = useTexts()
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="txt-compact-small-plus mb-1">{t("choices.owners.label")}</legend>
      <Text size="small" className="text-ui-fg-subtle">
        {t("choices.owners.hint")}
      </Text>
      <div className="grid grid-cols-2 gap-2">
        {OWNED_FIELDS.map((field) => (
          <div key={field} className="flex items-center gap-x-2">
            <Checkbox
              id={`${id}-${field}`}
              checked={owners[field] === "pos"}
              onCheckedChange={(checked) => onChange({ ...owners, [field]: checked === true ? "pos" : "store" })}
            />
            <Label htmlFor={`${id}-${field}`} size="small">
              {t(`fields.${field}`)}
            </Label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** What the POS sells: everything, or what belongs to some channels, collections, categories or tags. */
const SelectionChoice = (props: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { selection, onChange } = props
  return (
    <>
      <Choice
        name="selection"
        options={SELECTION_KINDS}
        value={selection.by}
        onChange={(by) => onChange({ by, ids: [] })}
      />
      {selection.by !== "all" && <Members key={selection.by} {...props} />}
    </>
  )
}

const Members = ({ selection, onChange }: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { t } = useTexts()
  const { data } = useSelectable(selection.by)
  return (
    <PickMany
      label={t(`choices.selection.options.${selection.by}`)}
      choices={data}
      chosen={selection.ids}
      onChange={(ids) => onChange({ ...selection, ids })}
    />
  )
}

/** What goes to the POS, and how. */
export const PushFields = (props: {
  settings: OutboundSettings
  change: (changed: Partial<OutboundSettings>) => void
}) => {
  const { settings, change } = props
  return (
    <>
      <SelectionChoice selection={settings.selection} onChange={(selection) => change({ selection })} />
      <PriceChoice price={settings.price} onChange={(price) => change({ price })} />
      <DeclaredChoices
        fields={PUSH_FIELDS}
        changes={outboundSettingsChangeSchema}
        settings={settings}
        change={change}
      />
      <FieldOwners owners={settings.field_owners} onChange={(field_owners) => change({ field_owners })} />
    </>
  )
}

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
