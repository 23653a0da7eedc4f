import { Input, Label } from "@medusajs/ui"
import { useId } from "react"

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
