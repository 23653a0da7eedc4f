import { Container, Select } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Permission } from "../../../contract/permissions"
import { useTexts } from "../../hooks/common/use-texts"
import { type Place, useChosenConnection } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { getGroups, getName } from "../../lib/connections"
import { PosPage } from "./pos-page"
import { Empty, QueryResult } from "./states"

/** What a value of the select begins with that is no connection's id. */
const SEVERAL = "several:"

const toValue = (place: Place) => ("connection" in place ? place.connection : `${SEVERAL}${place.group ?? ""}`)

const getPlace = (value: string): Place =>
  value.startsWith(SEVERAL) ? { group: value.slice(SEVERAL.length) || null } : { connection: value }

/** Selects the connection that a page shows, by group; and all of them or a whole group, where it can. */
const ConnectionSelect = (props: {
  connections: Connection[]
  place: Place
  ofSeveral: boolean
  onChoose: (place: Place) => void
}) => {
  const { connections, place, ofSeveral, onChoose } = props
  const { t, language } = useTexts()
  const groups = getGroups(connections, language)
  const members = (group: string | null) => connections.filter(({ group_name }) => group_name === group)
  return (
    <Select size="small" value={toValue(place)} onValueChange={(value) => onChoose(getPlace(value))}>
      <Select.Trigger className="max-w-72" aria-label={t("connection.label")}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {ofSeveral && (
          <Select.Group>
            <Select.Item value={toValue({ group: null })}>{t("groups.all")}</Select.Item>
            {groups.map((group) => (
              <Select.Item key={group} value={toValue({ group })}>
                {t("groups.allOf", { group })}
              </Select.Item>
            ))}
          </Select.Group>
        )}
        {[...groups, null].map((group) => (
          <Select.Group key={group}>
            {group !== null && <Select.Label>{group}</Select.Label>}
            {members(group).map((connection) => (
              <Select.Item key={connection.id} value={connection.id}>
                {getName(connection)}
              </Select.Item>
            ))}
          </Select.Group>
        ))}
      </Select.Content>
    </Select>
  )
}

type PageProps = {
  children: (connection: Connection) => ReactNode
  ofSeveral?: (connections: Connection[], group: string | null) => ReactNode
}

/**
 * A page about one connection: which one, where there are several; and the way to connect, where there is none.
 * `ofSeveral`, where a page can show all of them together, or those of a group.
 */
export const ConnectionPage = ({ needs, ...page }: PageProps & { needs?: Permission }) => (
  <PosPage needs={needs}>
    <PageOfConnection {...page} />
  </PosPage>
)

const PageOfConnection = (props: PageProps) => {
  const { children, ofSeveral } = props
  const { t } = useTexts()
  const { chosen, several, group, choose, ...query } = useChosenConnection(ofSeveral !== undefined)
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
    <>
      {query.data.length > 1 && (
        <ConnectionSelect
          connections={query.data}
          place={several ? { group } : { connection: chosen.id }}
          ofSeveral={ofSeveral !== undefined}
          onChoose={choose}
        />
      )}
      {several && ofSeveral ? ofSeveral(several, group) : children(chosen)}
    </>
  )
}
