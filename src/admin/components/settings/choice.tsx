import { Hint, Label, Select } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"

/** One of a few words; each has its text below `choices.<name>.options`. */
export function Choice<Word extends string>(props: {
  name: string
  options: readonly Word[]
  value: Word
  onChange: (value: Word) => void
}) {
  const { name, options, value, onChange } = props
  const choose = (chosen: string) => {
    const word = options.find((option) => option === chosen)
    if (word !== undefined) {
      onChange(word)
    }
  }
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label id={id} size="small" weight="plus">
        {t(`choices.${name}.label`)}
      </Label>
      <Select value={value} onValueChange={choose}>
        <Select.Trigger aria-labelledby={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {options.map((option) => (
            <Select.Item key={option} value={option}>
              {t(`choices.${name}.options.${option}`)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
      <Hint>{t(`choices.${name}.hint`, { defaultValue: "" })}</Hint>
    </div>
  )
}
