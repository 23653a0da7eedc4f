import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useCopiedSettings, useCopySettings } from "../../hooks/settings/use-settings"
import type { Connection, CopiedSettings } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { ChoiceField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"
import { QueryResult } from "../common/states"
import { useSettingTexts } from "./use-setting-texts"

/** What would change, from what to what, each to be left out by hand; and what does not fit, with the reason. */
const CopiedSettingList = (props: {
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
      needs="manage"
      opens={t("copySettings.opens")}
      title={t("copySettings.title", { name: getName(connection) })}
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
          name: [getName(other), other.group_name ?? []].flat().join(" · "),
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
