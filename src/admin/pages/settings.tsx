import { Button, Select } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { useTranslation } from "react-i18next"
import { BESIDE_DASHBOARD } from "../../contract/languages"
import { ChoiceField } from "../components/common/fields"
import { PosPage } from "../components/common/pos-page"
import { Section } from "../components/common/section"
import { Empty, QueryResult } from "../components/common/states"
import { ConnectWizard } from "../components/connections/connect-wizard"
import { ConnectionList } from "../components/connections/connection-list"
import { DigestSection } from "../components/settings/digest-section"
import { useTexts } from "../hooks/common/use-texts"
import { useConnections } from "../hooks/connections/use-connections"
import { getGroups } from "../lib/connections"
import { readAgain } from "../lib/texts/bring-texts"
import { chooseLanguage, chosenLanguage } from "../lib/texts/languages"
import { Permitted, Restricted } from "../components/common/restricted"

/** A select has no empty value; names of groups are trimmed. */
const ALL = " "

/** Narrows a list to a group; nothing where there are none. */
const GroupFilter = (props: { groups: string[]; group: string | null; onChoose: (group: string | null) => void }) => {
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

/** In which language these pages speak: that of the profile, or one that cannot be chosen there. */
const LanguageChoice = () => {
  const { t } = useTexts()
  const { languages, chosen, choose } = useLanguageChoice()
  const asProfile = { id: "profile", name: t("language.asProfile") }
  return (
    <div className="px-6 py-4">
      <div className="max-w-lg">
        <ChoiceField
          label={t("language.label")}
          hint={t("language.hint")}
          choices={[asProfile, ...languages]}
          chosen={chosen ?? asProfile.id}
          onChoose={choose}
        />
      </div>
    </div>
  )
}

/** The languages that the dashboard lacks, each by its own name; which one is chosen; and the way to choose. */
function useLanguageChoice() {
  const { i18n } = useTranslation()
  return {
    languages: BESIDE_DASHBOARD.map((id) => ({
      id,
      name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id,
    })),
    chosen: chosenLanguage(),
    choose: (language: string) => {
      chooseLanguage(language)
      readAgain(i18n)
    },
  }
}

/** All connections, and the wizard that makes another; the URL remembers that it is open. */
const ConnectionsPage = () => {
  const { t, language } = useTexts()
  const [search, setSearch] = useSearchParams()
  const group = search.get("group")
  const connections = useConnections()
  return (
    <Section
      level="h1"
      title={t("settings.title")}
      hint={t("settings.hint")}
      actions={
        <>
          <GroupFilter
            groups={getGroups(connections.data ?? [], language)}
            group={group}
            onChoose={(name) => setSearch(name === null ? {} : { group: name })}
          />
          <Restricted to="manage">
            <Button size="small" onClick={() => setSearch({ connect: "" })}>
              {t("settings.connect")}
            </Button>
          </Restricted>
        </>
      }
    >
      <QueryResult query={connections}>
        {(shown) =>
          shown.length === 0 ? (
            <Empty title={t("settings.empty.title")} hint={t("settings.empty.hint")} />
          ) : (
            <ConnectionList
              connections={shown.filter(({ group_name }) => group === null || group_name === group)}
              isSelectable={shown.length > 1}
            />
          )
        }
      </QueryResult>
      <LanguageChoice />
      <Permitted to="manage">
        <ConnectWizard
          open={search.has("connect") && connections.data !== undefined}
          former={connections.data?.find(({ id }) => id === search.get("connect")) ?? null}
          authorization={search.get("authorization")}
          onClose={() => setSearch({})}
        />
      </Permitted>
    </Section>
  )
}

/** Settings › Point of sale: the organizations that the store is connected with. */
const PosSettings = () => (
  <PosPage>
    <ConnectionsPage />
    <Permitted to="finance">
      <DigestSection />
    </Permitted>
  </PosPage>
)

export default PosSettings
