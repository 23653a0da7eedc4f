import { Checkbox, Label } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { useSelectable } from "../../hooks/use-choices"
import { SkeletonLines } from "../reading"
import { Choice } from "./choice"

type Selection = { by: string; ids: string[] }

const KINDS = ["all", "sales_channel", "collection", "category", "tag"] as const

/** What the counter sells: everything, or what belongs to some channels, collections, categories or tags. */
export const SelectionChoice = (props: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { selection, onChange } = props
  return (
    <>
      <Choice name="selection" options={KINDS} value={selection.by} onChange={(by) => onChange({ by, ids: [] })} />
      {selection.by !== "all" && <Members key={selection.by} {...props} />}
    </>
  )
}

const Members = ({ selection, onChange }: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { t } = useTranslation("pos")
  const { data } = useSelectable(selection.by)
  const id = useId()
  const toggle = (member: string, chosen: boolean) =>
    onChange({
      ...selection,
      ids: chosen ? [...selection.ids, member] : selection.ids.filter((each) => each !== member),
    })
  return data ? (
    <div
      role="group"
      aria-label={t(`choices.selection.options.${selection.by}`)}
      className="flex max-h-60 flex-col gap-y-2 overflow-y-auto rounded-md border p-3"
    >
      {data.map((member) => (
        <div key={member.id} className="flex items-center gap-x-2">
          <Checkbox
            id={`${id}-${member.id}`}
            checked={selection.ids.includes(member.id)}
            onCheckedChange={(checked) => toggle(member.id, checked === true)}
          />
          <Label htmlFor={`${id}-${member.id}`} size="small">
            {member.name}
          </Label>
        </div>
      ))}
    </div>
  ) : (
    <SkeletonLines lines={3} />
  )
}
