import { Container } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useChosenConnection } from "../../hooks/connections/use-chosen-connection"
import type { Connection } from "../../lib/answers/connection"
import { ConnectionSelect } from "./connection-select"
import { Empty } from "./empty"
import { PosPage } from "./pos-page"
import { QueryResult } from "./query-result"

/**
 * A page about one connection: which one, where there are several; and the way to connect, where there is none.
 * `ofSeveral`, where a page can show all of them together, or those of a group.
 */
export const ConnectionPage = (props: {
  children: (connection: Connection) => ReactNode
  ofSeveral?: (connections: Connection[], group: string | null) => ReactNode
}) => {
  const { children, ofSeveral } = props
  const { t } = useTexts()
  const { chosen, several, group, choose, ...query } = useChosenConnection(ofSeveral !== undefined)
  if (query.data === undefined) {
    return (
      <PosPage>
        <Container className="p-0">
          <QueryResult query={query}>{() => null}</QueryResult>
        </Container>
      </PosPage>
    )
  }
  if (!chosen) {
    return (
      <PosPage>
        <Container className="p-0">
          <Empty
            title={t("noConnection.title")}
            hint={t("noConnection.hint")}
            to="/settings/pos"
            action={t("noConnection.action")}
          />
        </Container>
      </PosPage>
    )
  }
  return (
    <PosPage>
      {query.data.length > 1 && (
        <ConnectionSelect
          connections={query.data}
          place={several ? { group } : { connection: chosen.id }}
          ofSeveral={ofSeveral !== undefined}
          onChoose={choose}
        />
      )}
      {several && ofSeveral ? ofSeveral(several, group) : children(chosen)}
    </PosPage>
  )
}
