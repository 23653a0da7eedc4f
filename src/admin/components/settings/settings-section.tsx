import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { type Fact, Facts } from "../common/figures"
import { FormDrawer } from "../common/form-drawer"
import { Section } from "../common/section"
import { QueryResult } from "../common/states"

/** Present settings of a connection, and the drawer that changes them. */
export function SettingsSection<Settings extends object>(props: {
  name: "push" | "mirror" | "accounting"
  settings: Pick<UseQueryResult<Settings>, "data" | "error" | "refetch">
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  facts: (settings: Settings) => (Fact | null)[]
  children: (settings: Settings, change: (changed: Partial<Settings>) => void) => ReactNode
}) {
  const { name, settings, save, facts, children } = props
  const { t } = useTexts()
  const words = { title: t(`choices.${name}.title`), hint: t(`choices.${name}.hint`) }
  return (
    <Section
      {...words}
      actions={
        <SettingsDrawer {...words} settings={settings.data} save={save}>
          {children}
        </SettingsDrawer>
      }
    >
      <QueryResult query={settings}>{(shown) => <Facts facts={facts(shown)} />}</QueryResult>
    </Section>
  )
}

/** Settings in a drawer; what was changed is kept until it is saved, and forgotten when the drawer closes. */
function SettingsDrawer<Settings extends object>(props: {
  title: string
  hint: string
  settings: Settings | undefined
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  children: (settings: Settings, change: (changed: Partial<Settings>) => void) => ReactNode
}) {
  const { title, hint, settings, save, children } = props
  const { t } = useTexts()
  const [changed, setChanged] = useState<Partial<Settings>>({})
  const isChanged = Object.keys(changed).length > 0
  return (
    <FormDrawer
      needs="manage"
      opens={t("actions.edit")}
      disabled={settings === undefined}
      title={title}
      hint={hint}
      saves={t("actions.save")}
      canSave={isChanged}
      isChanged={isChanged}
      saved={t("choices.saved")}
      saving={save}
      onSave={(onSuccess) => save.mutate(changed, { onSuccess })}
      onShow={() => setChanged({})}
    >
      {settings && children({ ...settings, ...changed }, (more) => setChanged((before) => ({ ...before, ...more })))}
    </FormDrawer>
  )
}
