import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { CopiedSettings } from "../../lib/answers/settings"
import { useSettingTexts } from "./use-setting-texts"

/** What would change, from what to what, each to be left out by hand; and what does not fit, with the reason. */
export const CopiedSettingList = (props: {
  copied: CopiedSettings
  unwanted: string[]
  onChange: (unwanted: string[]) => void
}) => {
  const { copied, unwanted, onChange } = props
  const { t } = useTexts()
  const { labelOf, textOf } = useSettingTexts()
  const id = useId()
  return (
    <>
      <ul className="divide-y rounded-lg border empty:hidden" aria-live="polite">
        {copied.changes.map(({ name, before, after }) => (
          <li key={name} className="flex items-start gap-x-3 px-4 py-3">
            <Checkbox
              id={`${id}-${name}`}
              checked={!unwanted.includes(name)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? unwanted.filter((each) => each !== name) : [...unwanted, name])
              }
            />
            <div className="min-w-0">
              <Label htmlFor={`${id}-${name}`} size="small" weight="plus">
                {labelOf(name)}
              </Label>
              <Text size="small" className="text-ui-fg-subtle break-words">
                <del>{textOf(name, before)}</del> →{" "}
                <ins className="text-ui-fg-base no-underline">{textOf(name, after)}</ins>
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {copied.left_out.map(({ name, reason }) => (
        <Text key={name} size="small" className="text-ui-fg-subtle">
          {labelOf(name)}: {t([`copySettings.leftOut.${reason}`, "unknown"])}
        </Text>
      ))}
    </>
  )
}
