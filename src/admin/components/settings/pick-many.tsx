import { Checkbox, Hint, Label } from "@medusajs/ui"
import { useId } from "react"
import { SkeletonLines } from "../common/query-result"

/** Any number of a list of the shop's own things. */
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
