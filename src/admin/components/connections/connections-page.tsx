import { Button } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { groupsOf } from "../../lib/groups-of"
import { Empty } from "../common/empty"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { ConnectWizard } from "./connect-wizard"
import { ConnectionRow } from "./connection-row"
import { GroupFilter } from "./group-filter"
import { LanguageChoice } from "./language-choice"

/** All connections, and the wizard that makes another; the URL remembers that it is open. */
export const ConnectionsPage = () => {
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
            groups={groupsOf(connections.data ?? [], language)}
            group={group}
            onChoose={(name) => setSearch(name === null ? {} : { group: name })}
          />
          <Button size="small" onClick={() => setSearch({ connect: "" })}>
            {t("settings.connect")}
          </Button>
        </>
      }
    >
      <QueryResult query={connections}>
        {(shown) =>
          shown.length === 0 ? (
            <Empty title={t("settings.empty.title")} hint={t("settings.empty.hint")} />
          ) : (
            <ul className="divide-y">
              {shown
                .filter(({ group_name }) => group === null || group_name === group)
                .map((connection) => (
                  <ConnectionRow key={connection.id} connection={connection} />
                ))}
            </ul>
          )
        }
      </QueryResult>
      <LanguageChoice />
      <ConnectWizard
        open={search.has("connect") && connections.data !== undefined}
        former={connections.data?.find(({ id }) => id === search.get("connect")) ?? null}
        authorization={search.get("authorization")}
        onClose={() => setSearch({})}
      />
    </Section>
  )
}
