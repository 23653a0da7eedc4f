import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useChangeEach, useConnections } from "../../hooks/connections/use-connections"
import { copySettings, useCopiedSettingsOfEach } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { groupPreviews, wantedNames } from "../../lib/copied-settings"
import type { Outcome } from "../../lib/several"
import { FormDrawer } from "../common/form-drawer"
import { QueryResult } from "../common/states"
import { BeforeAndAfter, ChangedSetting, CopySource, useCopyChoice } from "./copy-settings"
import { useSettingTexts } from "./use-setting-texts"

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
  const namesOf = (connections: Connection[]) => new Intl.ListFormat(language).format(connections.map(getName))
  return (
    <>
      <ul className="divide-y rounded-lg border empty:hidden" aria-live="polite">
        {changes.map(({ name, ways }) => (
          <ChangedSetting key={name} name={name} unwanted={unwanted} onChange={onChange}>
            {ways.map(({ before, after, connections }, index) => (
              <BeforeAndAfter key={index} name={name} before={before} after={after} owner={namesOf(connections)} />
            ))}
          </ChangedSetting>
        ))}
      </ul>
      {leftOut.map(({ name, reason, connections }) => (
        <Text key={`${name} ${reason}`} size="small" className="text-ui-fg-subtle break-words">
          {labelOf(name)}: {t([`copySettings.leftOut.${reason}`, "unknown"])} ({namesOf(connections)})
        </Text>
      ))}
      {same.length > 0 && (
        <Text size="small" className="break-words">
          {t("several.copy.same", { names: namesOf(same) })}
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
  const wanted = (query.data ?? [])
    .map((preview) => ({ connection: preview.connection, names: wantedNames(preview, unwanted) }))
    .filter(({ names }) => names.length > 0)
  const change = async ({ id }: Connection) => {
    const names = wanted.find(({ connection }) => connection.id === id)?.names ?? []
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
      canSave={wanted.length > 0}
      saved={t("several.copy.ended")}
      saving={copy}
      onSave={(onSuccess) =>
        copy.mutate(
          { connections: wanted.map(({ connection }) => connection), change },
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
