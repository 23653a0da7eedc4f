import { Button, Heading, Hint, InlineTip, Label, Text, Textarea } from "@medusajs/ui"
import { useEffect, useId } from "react"
import { keyPageLink } from "../../../contract/providers"
import { useTexts } from "../../hooks/common/use-texts"
import type { PastedKey } from "../../hooks/connections/use-connections"
import { useRegionChoices, useSalesChannelChoices, useStockLocationChoices } from "../../hooks/store/use-store-choices"
import type { Service } from "../../lib/answers/connection"
import { ChoiceField } from "../common/fields"
import { SharedStock } from "./shared-stock"

/** The key of the organization, pasted; and the way to the page on which it is made, with everything filled in. */
export const KeyStep = (props: { service: Service; pasted: PastedKey }) => {
  const { service, pasted } = props
  const { t } = useTexts()
  const id = useId()
  const link =
    service.key_page_url &&
    keyPageLink(service.key_page_url, [...service.required_scopes, ...service.recommended_scopes])
  return (
    <div className="flex flex-col gap-y-4">
      <Heading level="h2">{t("wizard.key.title")}</Heading>
      {!service.configured && (
        <InlineTip variant="error" label={t("wizard.notConfigured.label")}>
          {t("wizard.notConfigured.text")}
        </InlineTip>
      )}
      <Text size="small" className="text-ui-fg-subtle">
        {t("wizard.key.hint")}
      </Text>
      <ul className="txt-small flex flex-wrap gap-2">
        {[...service.required_scopes, ...service.recommended_scopes].map((scope) => (
          <li key={scope} className="bg-ui-bg-component rounded-md border px-2 py-0.5 font-mono">
            {scope}
          </li>
        ))}
      </ul>
      {link && (
        <Button size="small" variant="secondary" className="self-start" asChild>
          <a href={link} target="_blank" rel="noreferrer">
            {t("wizard.key.open")}
          </a>
        </Button>
      )}
      <div className="flex flex-col gap-y-2">
        <Label htmlFor={id} size="small" weight="plus">
          {t("wizard.key.label")}
        </Label>
        <Textarea
          id={id}
          rows={5}
          autoComplete="off"
          spellCheck={false}
          className="break-all font-mono"
          value={pasted.pasted}
          onChange={({ target }) => pasted.paste(target.value)}
          aria-invalid={pasted.problem !== null}
          aria-describedby={pasted.problem ? `${id}-problem` : undefined}
        />
        {pasted.problem && (
          <Hint id={`${id}-problem`} variant="error" role="alert">
            {t(`wizard.key.problems.${pasted.problem.problem}`, { scopes: pasted.problem.missingScopes.join(", ") })}
          </Hint>
        )}
      </div>
    </div>
  )
}

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
