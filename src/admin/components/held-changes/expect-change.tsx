import { Label, Select } from "@medusajs/ui"
import { useId, useState } from "react"
import { MASS_CHANGE_GROUPS, type MassChangeGroup } from "../../../contract/mass-changes"
import { useTexts } from "../../hooks/common/use-texts"
import { useExpectChange } from "../../hooks/catalog/use-product-links"
import { TextField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"

const HOURS = ["1", "4", "24"] as const

const DEFAULT_PRODUCTS = "100"

/** A choice with its label above it. */
const Pick = (props: {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}) => {
  const { label, value, options, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label id={id} size="small" weight="plus">
        {label}
      </Label>
      <Select value={value} onValueChange={onChange}>
        <Select.Trigger aria-labelledby={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {options.map((option) => (
            <Select.Item key={option.value} value={option.value}>
              {option.label}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  )
}

/** Allows a deliberate mass change, so that it is not held. */
export const ExpectChange = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTexts()
  const expect = useExpectChange(connectionId)
  const [group, setGroup] = useState<MassChangeGroup>("price")
  const [products, setProducts] = useState(DEFAULT_PRODUCTS)
  const [hours, setHours] = useState("1")
  const count = Number(products)
  const forget = () => {
    setGroup("price")
    setProducts(DEFAULT_PRODUCTS)
    setHours("1")
  }
  return (
    <FormDrawer
      needs="operate"
      opens={t("held.expect.open")}
      title={t("held.expect.title")}
      hint={t("held.expect.hint")}
      saves={t("held.expect.save")}
      canSave={Number.isInteger(count) && count > 0}
      saved={t("held.expect.saved")}
      saving={expect}
      onSave={(onSuccess) =>
        expect.mutate({ change_group: group, products: count, minutes: Number(hours) * 60 }, { onSuccess })
      }
      onShow={forget}
    >
      <Pick
        label={t("held.group")}
        value={group}
        options={MASS_CHANGE_GROUPS.map((value) => ({ value, label: t(`held.groups.${value}`) }))}
        onChange={(value) => setGroup(MASS_CHANGE_GROUPS.find((each) => each === value) ?? "price")}
      />
      <TextField
        label={t("held.expect.products")}
        inputMode="decimal"
        value={products}
        onChange={(value) => setProducts(value.trim())}
      />
      <Pick
        label={t("held.expect.duration")}
        value={hours}
        options={HOURS.map((value) => ({ value, label: t("held.expect.hours", { count: Number(value) }) }))}
        onChange={setHours}
      />
    </FormDrawer>
  )
}
