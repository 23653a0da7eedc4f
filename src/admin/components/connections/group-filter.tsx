import { Select } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"

/** A select has no empty value; names of groups are trimmed. */
const ALL = " "

/** Narrows a list to a group; nothing where there are none. */
export const GroupFilter = (props: {
  groups: string[]
  group: string | null
  onChoose: (group: string | null) => void
}) => {
  const { groups, group, onChoose } = props
  const { t } = useTexts()
  return groups.length === 0 ? null : (
    <Select size="small" value={group ?? ALL} onValueChange={(value) => onChoose(value === ALL ? null : value)}>
      <Select.Trigger className="w-48" aria-label={t("groups.label")}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        <Select.Item value={ALL}>{t("groups.all")}</Select.Item>
        {groups.map((name) => (
          <Select.Item key={name} value={name}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
