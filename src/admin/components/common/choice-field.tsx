import { Hint, Label, Select, Skeleton } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"

type Choice = { id: string; name: string }

/** One of a list of the shop's own things. */
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
