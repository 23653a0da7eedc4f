import { Label, Switch } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"

/** Yes or no; its text stands at `choices.<name>.label`. */
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
