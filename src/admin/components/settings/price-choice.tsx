import type { PriceChoice as Price } from "../../../vocabulary/price-choice"
import { useTexts } from "../../hooks/common/use-texts"
import { usePriceListChoices, useRegionChoices } from "../../hooks/shop/use-shop-choices"
import { ChoiceField } from "../common/choice-field"
import { Flag } from "./flag"

/** A select has no empty value; ids of Medusa never look like this. */
const NONE = "-"

/** Which of the shop's prices the counter shows: of the connection's region or another, and of a price list. */
export const PriceChoice = ({ price, onChange }: { price: Price; onChange: (price: Price) => void }) => {
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
