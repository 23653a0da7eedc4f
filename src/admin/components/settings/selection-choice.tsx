import { type Selection, SELECTION_KINDS } from "../../../vocabulary/selection"
import { useTexts } from "../../hooks/common/use-texts"
import { useSelectable } from "../../hooks/shop/use-shop-choices"
import { Choice } from "./choice"
import { PickMany } from "./pick-many"

/** What the counter sells: everything, or what belongs to some channels, collections, categories or tags. */
export const SelectionChoice = (props: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { selection, onChange } = props
  return (
    <>
      <Choice
        name="selection"
        options={SELECTION_KINDS}
        value={selection.by}
        onChange={(by) => onChange({ by, ids: [] })}
      />
      {selection.by !== "all" && <Members key={selection.by} {...props} />}
    </>
  )
}

const Members = ({ selection, onChange }: { selection: Selection; onChange: (selection: Selection) => void }) => {
  const { t } = useTexts()
  const { data } = useSelectable(selection.by)
  return (
    <PickMany
      label={t(`choices.selection.options.${selection.by}`)}
      choices={data}
      chosen={selection.ids}
      onChange={(ids) => onChange({ ...selection, ids })}
    />
  )
}
