import { Hint, Input, Label } from "@medusajs/ui"
import { useId } from "react"

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
