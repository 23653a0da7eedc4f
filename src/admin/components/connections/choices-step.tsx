import { Heading, Text } from "@medusajs/ui"
import { useEffect } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useRegionChoices, useSalesChannelChoices, useStockLocationChoices } from "../../hooks/store/use-store-choices"
import { ChoiceField } from "../common/fields"
import { SharedStock } from "./shared-stock"

/** Where a connection belongs in the store. */
export type Places = { sales_channel_id: string; stock_location_id: string; region_id: string }

export const ChoicesStep = (props: {
  places: Places
  /** whether the store's stock will be sent to the POS */
  writesStock: boolean
  onChange: (places: Places) => void
}) => {
  const { places, writesStock, onChange } = props
  const { t } = useTexts()
  const salesChannels = useSalesChannelChoices()
  const stockLocations = useStockLocationChoices()
  const regions = useRegionChoices()
  const fields = [
    { name: "sales_channel_id", choices: salesChannels.data },
    { name: "stock_location_id", choices: stockLocations.data },
    {
      name: "region_id",
      choices: regions.data?.map(({ currency_code, ...region }) => ({
        ...region,
        name: `${region.name} (${currency_code.toUpperCase()})`,
      })),
    },
  ] as const
  // Where there is nothing to choose from, nobody should have to choose.
  useEffect(() => {
    const only = fields.find(({ name, choices }) => places[name] === "" && choices?.length === 1)
    const [choice] = only?.choices ?? []
    if (only && choice) {
      onChange({ ...places, [only.name]: choice.id })
    }
  })
  return (
    <div className="flex flex-col gap-y-4">
      <Heading level="h2">{t("wizard.choices.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("wizard.choices.hint")}
      </Text>
      {fields.map(({ name, choices }) => (
        <ChoiceField
          key={name}
          label={t(`wizard.choices.${name}.label`)}
          hint={t(`wizard.choices.${name}.hint`)}
          choices={choices}
          chosen={places[name]}
          onChoose={(id) => onChange({ ...places, [name]: id })}
        />
      ))}
      <SharedStock
        connection={{
          id: "",
          stock_location_id: places.stock_location_id,
          stock_sync: writesStock ? "two_way" : "pos_to_store",
        }}
      />
    </div>
  )
}
