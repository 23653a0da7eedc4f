import { Container, Select } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useChosenConnection } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { Empty } from "./empty"
import { QueryResult } from "./query-result"

/** A page about one connection: which one, where there are several; and the way to connect, where there is none. */
export const ConnectionPage = ({ children }: { children: (connection: Connection) => ReactNode }) => {
  const { t } = useTranslation("pos")
  const { chosen, choose, ...query } = useChosenConnection()
  if (query.data === undefined) {
    return (
      <Container className="p-0">
        <QueryResult query={query}>{() => null}</QueryResult>
      </Container>
    )
  }
  if (!chosen) {
    return (
      <Container className="p-0">
        <Empty
          title={t("noConnection.title")}
          hint={t("noConnection.hint")}
          to="/settings/pos"
          action={t("noConnection.action")}
        />
      </Container>
    )
  }
  return (
    <div className="flex flex-col gap-y-3">
      {query.data.length > 1 && (
        <Select size="small" value={chosen.id} onValueChange={choose}>
          <Select.Trigger className="max-w-72" aria-label={t("connection.label")}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {query.data.map((connection) => (
              <Select.Item key={connection.id} value={connection.id}>
                {nameOf(connection)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
      {children(chosen)}
    </div>
  )
}

/** What people call a connection. */
export function nameOf(connection: Pick<Connection, "organization_name" | "organization_uuid">): string {
  return connection.organization_name?.trim() || connection.organization_uuid
}
