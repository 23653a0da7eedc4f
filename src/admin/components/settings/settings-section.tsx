import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { type Fact, Facts } from "../common/facts"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { SettingsDrawer } from "./settings-drawer"

/** Settings of a connection as they stand, and the drawer that changes them. */
export function SettingsSection<Settings extends object>(props: {
  name: "push" | "mirror" | "books"
  settings: Pick<UseQueryResult<Settings>, "data" | "error" | "refetch">
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  facts: (settings: Settings) => Fact[]
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
