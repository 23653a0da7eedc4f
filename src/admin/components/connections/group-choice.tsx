import { Hint, Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections, useSetGroup } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { getGroups } from "../../lib/connections"
import { FormDrawer } from "../common/form-drawer"

/** Files a connection under a group: one that there is, or a new one. */
export const GroupChoice = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const { data = [] } = useConnections()
  const setGroup = useSetGroup(connection.id)
  const [name, setName] = useState(connection.group_name ?? "")
  const id = useId()
  return (
    <FormDrawer
      needs="manage"
      opens={t("groups.label")}
      title={t("groups.label")}
      hint={t("groups.hint")}
      saves={t("actions.save")}
      canSave={name.trim() !== (connection.group_name ?? "")}
      saved={t("choices.saved")}
      saving={setGroup}
      onSave={(onSuccess) => setGroup.mutate(name.trim() || null, { onSuccess })}
      onShow={() => setName(connection.group_name ?? "")}
    >
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small" weight="plus">
          {t("groups.name")}
        </Label>
        <Input
          id={id}
          list={`${id}-groups`}
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <datalist id={`${id}-groups`}>
          {getGroups(data, language).map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <Hint>{t("groups.nameHint")}</Hint>
      </div>
    </FormDrawer>
  )
}
