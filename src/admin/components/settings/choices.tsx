import { Checkbox, Hint, Label, Select, Switch } from "@medusajs/ui"
import { useId } from "react"
import type { z } from "zod"
import { flagsIn, type SettingFields, wordsIn } from "../../../contract/settings"
import { useTexts } from "../../hooks/common/use-texts"
import { SkeletonLines } from "../common/states"

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

/** Yes or no; its text is at `choices.<name>.label`. */
export const Flag = ({
  name,
  value,
  onChange,
}: {
  name: string
  value: boolean
  onChange: (value: boolean) => void
}) => {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <Label htmlFor={id} size="small">
        {t(`choices.${name}.label`)}
      </Label>
      <Switch id={id} size="small" checked={value} onCheckedChange={onChange} />
    </div>
  )
}

/** Any number of a list of the store's own things. */
export const PickMany = (props: {
  label: string
  hint?: string
  choices: { id: string; name: string }[] | undefined
  chosen: string[]
  onChange: (chosen: string[]) => void
}) => {
  const { label, hint, choices, chosen, onChange } = props
  const id = useId()
  if (!choices) {
    return <SkeletonLines lines={3} />
  }
  return (
    <fieldset className="flex flex-col gap-y-1">
      <legend className="txt-compact-small-plus mb-1">{label}</legend>
      <div className="flex max-h-60 flex-col gap-y-2 overflow-y-auto rounded-md border p-3">
        {choices.map((choice) => (
          <div key={choice.id} className="flex items-center gap-x-2">
            <Checkbox
              id={`${id}-${choice.id}`}
              checked={chosen.includes(choice.id)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...chosen, choice.id] : chosen.filter((each) => each !== choice.id))
              }
            />
            <Label htmlFor={`${id}-${choice.id}`} size="small">
              {choice.name}
            </Label>
          </div>
        ))}
      </div>
      {hint && <Hint>{hint}</Hint>}
    </fieldset>
  )
}

/** The settings that are one of a few words, or yes and no, as they are declared; their texts go by the same names. */
export function DeclaredChoices<Settings extends Record<string, unknown>>(props: {
  fields: SettingFields
  changes: z.ZodType<Partial<Settings>>
  settings: Settings
  change: (changed: Partial<Settings>) => void
}) {
  const { fields, changes, settings, change } = props
  return (
    <>
      {wordsIn(fields).map(({ name, words }) => (
        <Choice
          key={name}
          name={name}
          options={words}
          value={String(settings[name])}
          onChange={(word) => change(changes.parse({ [name]: word }))}
        />
      ))}
      {flagsIn(fields).map((name) => (
        <Flag
          key={name}
          name={name}
          value={settings[name] === true}
          onChange={(value) => change(changes.parse({ [name]: value }))}
        />
      ))}
    </>
  )
}
