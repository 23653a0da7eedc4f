import { Checkbox, Label, Text } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useChangeEach, useConnections } from "../../hooks/connections/use-connections"
import {
  copySettings,
  useCopiedSettings,
  useCopiedSettingsOfEach,
  useCopySettings,
} from "../../hooks/settings/use-settings"
import type { Connection, CopiedSettings } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { groupPreviews, wantedNames } from "../../lib/copied-settings"
import type { Outcome } from "../../lib/several"
import { ChoiceField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"
import { QueryResult } from "../common/states"
import { useSettingTexts } from "./use-setting-texts"

type LeftOut = { unwanted: string[]; onChange: (unwanted: string[]) => void }

/** A setting that would change, with its values before and after; it can be left out by hand. */
const ChangedSetting = ({ name, unwanted, onChange, children }: LeftOut & { name: string; children: ReactNode }) => {
  const { labelOf } = useSettingTexts()
  const id = useId()
  return (
    <li className="flex items-start gap-x-3 px-4 py-3">
      <Checkbox
        id={id}
        checked={!unwanted.includes(name)}
        onCheckedChange={(checked) =>
          onChange(checked === true ? unwanted.filter((each) => each !== name) : [...unwanted, name])
        }
      />
      <div className="min-w-0">
        <Label htmlFor={id} size="small" weight="plus">
          {labelOf(name)}
        </Label>
        {children}
      </div>
    </li>
  )
}

/** A setting's value before and after; `owner` names whose. */
const BeforeAndAfter = (props: { name: string; before: unknown; after: unknown; owner?: string }) => {
  const { name, before, after, owner } = props
  const { textOf } = useSettingTexts()
  return (
    <Text size="small" className="text-ui-fg-subtle break-words">
      {owner !== undefined && `${owner}: `}
      <del>{textOf(name, before)}</del> → <ins className="text-ui-fg-base no-underline">{textOf(name, after)}</ins>
    </Text>
  )
}

/** The connection whose settings are copied, and the settings that are left out by hand. */
function useCopyChoice() {
  const [from, setFrom] = useState("")
  const [unwanted, setUnwanted] = useState<string[]>([])
  const choose = (id: string) => {
    setFrom(id)
    setUnwanted([])
  }
  return { from, choose, unwanted, setUnwanted }
}

/** Chooses the connection whose settings are copied. */
const CopySource = (props: { sources: Connection[]; chosen: string; onChoose: (id: string) => void }) => {
  const { sources, chosen, onChoose } = props
  const { t } = useTexts()
  return (
    <ChoiceField
      label={t("copySettings.from")}
      hint={t("copySettings.never")}
      choices={sources.map((source) => ({
        id: source.id,
        name: [getName(source), source.group_name ?? []].flat().join(" · "),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

/** What would change, from what to what, each to be left out by hand; and what does not fit, with the reason. */
const CopiedSettingList = ({ copied, unwanted, onChange }: LeftOut & { copied: CopiedSettings }) => {
  const { t } = useTexts()
  const { labelOf } = useSettingTexts()
  return (
    <>
      <ul className="divide-y rounded-lg border empty:hidden" aria-live="polite">
        {copied.changes.map(({ name, before, after }) => (
          <ChangedSetting key={name} name={name} unwanted={unwanted} onChange={onChange}>
            <BeforeAndAfter name={name} before={before} after={after} />
          </ChangedSetting>
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
  const { from, choose, unwanted, setUnwanted } = useCopyChoice()
  const preview = useCopiedSettings(connection.id, from)
  const copy = useCopySettings(connection.id)
  const otherConnections = data.filter(({ id }) => id !== connection.id)
  const names = preview.data ? wantedNames({ copied: preview.data }, unwanted) : []
  return otherConnections.length === 0 ? null : (
    <FormDrawer
      needs="manage"
      opens={t("copySettings.opens")}
      title={t("copySettings.title", { name: getName(connection) })}
      hint={t("copySettings.hint")}
      saves={t("copySettings.save")}
      canSave={names.length > 0}
      isChanged={unwanted.length > 0}
      saved={t("copySettings.saved")}
      saving={copy}
      onSave={(onSuccess) => copy.mutate({ from_connection_id: from, names }, { onSuccess })}
      onShow={() => choose("")}
    >
      <CopySource sources={otherConnections} chosen={from} onChoose={choose} />
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

/** What would change in which connection, from what to what, each setting to be left out by hand. */
const Preview = (props: {
  previews: Parameters<typeof groupPreviews>[0]
  unwanted: string[]
  onChange: (unwanted: string[]) => void
}) => {
  const { previews, unwanted, onChange } = props
  const { t, language } = useTexts()
  const { labelOf } = useSettingTexts()
  const { changes, leftOut, same } = groupPreviews(previews)
  const listNames = (connections: Connection[]) => new Intl.ListFormat(language).format(connections.map(getName))
  return (
    <>
      <ul className="divide-y rounded-lg border empty:hidden" aria-live="polite">
        {changes.map(({ name, ways }) => (
          <ChangedSetting key={name} name={name} unwanted={unwanted} onChange={onChange}>
            {ways.map(({ before, after, connections }, index) => (
              <BeforeAndAfter key={index} name={name} before={before} after={after} owner={listNames(connections)} />
            ))}
          </ChangedSetting>
        ))}
      </ul>
      {leftOut.map(({ name, reason, connections }) => (
        <Text key={`${name} ${reason}`} size="small" className="text-ui-fg-subtle break-words">
          {labelOf(name)}: {t([`copySettings.leftOut.${reason}`, "unknown"])} ({listNames(connections)})
        </Text>
      ))}
      {same.length > 0 && (
        <Text size="small" className="break-words">
          {t("several.copy.same", { names: listNames(same) })}
        </Text>
      )}
    </>
  )
}

/** Copies the settings of a connection to the selected ones, which are shown before, of each what changes. */
export const CopyToSeveral = (props: { selected: Connection[]; onEnd: (outcomes: Outcome[]) => void }) => {
  const { selected, onEnd } = props
  const { t } = useTexts()
  const { data: connections = [] } = useConnections()
  const { from, choose, unwanted, setUnwanted } = useCopyChoice()
  const targets = selected.filter(({ id }) => id !== from)
  const query = useCopiedSettingsOfEach(targets, from)
  const copy = useChangeEach()
  // A connection that is the only selected one cannot be its own source.
  const sources = connections.filter(({ id }) => selected.length > 1 || id !== selected[0]?.id)
  const copiedSettings = (query.data ?? [])
    .map((preview) => ({ connection: preview.connection, names: wantedNames(preview, unwanted) }))
    .filter(({ names }) => names.length > 0)
  const change = async ({ id }: Connection) => {
    const names = copiedSettings.find(({ connection }) => connection.id === id)?.names ?? []
    await copySettings(id, { from_connection_id: from, names })
    return ""
  }
  return (
    <FormDrawer
      needs="manage"
      opens={t("copySettings.opens")}
      disabled={selected.length === 0}
      title={t("several.copy.title", { count: targets.length })}
      hint={t("copySettings.hint")}
      saves={t("copySettings.save")}
      canSave={copiedSettings.length > 0}
      isChanged={unwanted.length > 0}
      saved={t("several.copy.ended")}
      saving={copy}
      onSave={(onSuccess) =>
        copy.mutate(
          { connections: copiedSettings.map(({ connection }) => connection), change },
          {
            onSuccess: (outcomes) => {
              onSuccess()
              onEnd(outcomes)
            },
          }
        )
      }
      onShow={() => choose("")}
    >
      <CopySource sources={sources} chosen={from} onChoose={choose} />
      {from !== "" && (
        <QueryResult query={query}>
          {(previews) => <Preview previews={previews} unwanted={unwanted} onChange={setUnwanted} />}
        </QueryResult>
      )}
    </FormDrawer>
  )
}
