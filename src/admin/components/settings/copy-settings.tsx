import { Text } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useCopiedSettings, useCopySettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { ChoiceField } from "../common/choice-field"
import { nameOf } from "../../lib/connection-name"
import { FormDrawer } from "../common/form-drawer"
import { QueryResult } from "../common/query-result"
import { CopiedSettingList } from "./copied-setting-list"

/** Takes over the settings of another connection, which are shown before; nothing where there is no other. */
export const CopySettings = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { data = [] } = useConnections()
  const [from, setFrom] = useState("")
  const [unwanted, setUnwanted] = useState<string[]>([])
  const preview = useCopiedSettings(connection.id, from)
  const copy = useCopySettings(connection.id)
  const others = data.filter(({ id }) => id !== connection.id)
  const names = (preview.data?.changes ?? []).map(({ name }) => name).filter((name) => !unwanted.includes(name))
  const choose = (id: string) => {
    setFrom(id)
    setUnwanted([])
  }
  return others.length === 0 ? null : (
    <FormDrawer
      opens={t("copySettings.opens")}
      title={t("copySettings.title", { name: nameOf(connection) })}
      hint={t("copySettings.hint")}
      saves={t("copySettings.save")}
      canSave={names.length > 0}
      saved={t("copySettings.saved")}
      saving={copy}
      onSave={(onSuccess) => copy.mutate({ from_connection_id: from, names }, { onSuccess })}
      onShow={() => choose("")}
    >
      <ChoiceField
        label={t("copySettings.from")}
        hint={t("copySettings.never")}
        choices={others.map((other) => ({
          id: other.id,
          name: [nameOf(other), other.group_name ?? []].flat().join(" · "),
        }))}
        chosen={from}
        onChoose={choose}
      />
      {from !== "" && (
        <QueryResult query={preview}>
          {(copied) =>
            copied.changes.length + copied.left_out.length === 0 ? (
              <Text size="small">{t("copySettings.same")}</Text>
            ) : (
              <CopiedSettingList copied={copied} unwanted={unwanted} onChange={setUnwanted} />
            )
          }
        </QueryResult>
      )}
    </FormDrawer>
  )
}
