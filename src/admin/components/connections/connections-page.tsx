import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { useConnections } from "../../hooks/connections/use-connections"
import { Empty } from "../common/empty"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { ConnectWizard } from "./connect-wizard"
import { ConnectionRow } from "./connection-row"

/** All connections, and the wizard that makes another; the URL remembers that it is open. */
export const ConnectionsPage = () => {
  const { t } = useTranslation("pos")
  const [search, setSearch] = useSearchParams()
  const connections = useConnections()
  return (
    <Section
      level="h1"
      title={t("settings.title")}
      hint={t("settings.hint")}
      actions={
        <Button size="small" onClick={() => setSearch({ connect: "" })}>
          {t("settings.connect")}
        </Button>
      }
    >
      <QueryResult query={connections}>
        {(shown) =>
          shown.length === 0 ? (
            <Empty title={t("settings.empty.title")} hint={t("settings.empty.hint")} />
          ) : (
            <ul className="divide-y">
              {shown.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <ConnectWizard
        open={search.has("connect")}
        authorization={search.get("authorization")}
        onClose={() => setSearch({})}
      />
    </Section>
  )
}
