import { Hint, Input, Label, Select, Skeleton } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"

/** A line of text with its name, and what is to be known of it. */
export const TextField = (props: {
  label: string
  hint?: string
  error?: string | undefined
  placeholder?: string | undefined
  inputMode?: "decimal"
  value: string
  onChange: (value: string) => void
}) => {
  const { label, hint, error, placeholder, inputMode, value, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      <Input
        id={id}
        inputMode={inputMode}
        placeholder={placeholder}
        aria-invalid={error !== undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && <Hint variant="error">{error}</Hint>}
      {hint && <Hint>{hint}</Hint>}
    </div>
  )
}

type Choice = { id: string; name: string }

/** One of a list of the store's own things. */
export const ChoiceField = (props: {
  label: string
  hint: string
  choices: Choice[] | undefined
  chosen: string
  onChoose: (id: string) => void
}) => {
  const { label, hint, choices, chosen, onChoose } = props
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label id={`${id}-label`} size="small" weight="plus">
        {label}
      </Label>
      {choices ? (
        <Select value={chosen} onValueChange={onChoose}>
          <Select.Trigger aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
            <Select.Value placeholder={t("wizard.choices.placeholder")} />
          </Select.Trigger>
          <Select.Content>
            {choices.map((choice) => (
              <Select.Item key={choice.id} value={choice.id}>
                {choice.name}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      ) : (
        <Skeleton className="h-8 w-full" />
      )}
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  )
}

/** A day, as ISO date. */
export const DayField = (props: { label: string; value: string; onChange: (day: string) => void }) => {
  const { label, value, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {label}
      </Label>
      <Input id={id} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}
