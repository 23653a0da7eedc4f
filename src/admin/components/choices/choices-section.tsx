import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { type Fact, Facts } from "../facts"
import { Reading } from "../reading"
import { Section } from "../section"
import { ChoicesDrawer } from "./choices-drawer"

/** Choices of a connection as they stand, and the drawer that changes them. */
export function ChoicesSection<Settings extends object>(props: {
  name: "push" | "mirror"
  settings: Pick<UseQueryResult<Settings>, "data" | "error" | "refetch">
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  facts: (settings: Settings) => Fact[]
  children: (settings: Settings, change: (changed: Partial<Settings>) => void) => ReactNode
}) {
  const { name, settings, save, facts, children } = props
  const { t } = useTranslation("pos")
  const words = { title: t(`choices.${name}.title`), hint: t(`choices.${name}.hint`) }
  return (
    <Section
      {...words}
      actions={
        <ChoicesDrawer {...words} settings={settings.data} save={save}>
          {children}
        </ChoicesDrawer>
      }
    >
      <Reading query={settings}>{(shown) => <Facts facts={facts(shown)} />}</Reading>
    </Section>
  )
}
