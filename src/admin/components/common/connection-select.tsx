import { Select } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { Place } from "../../hooks/connections/use-chosen-connection"
import type { Connection } from "../../lib/answers/connection"
import { groupsOf } from "../../lib/groups-of"
import { nameOf } from "../../lib/connection-name"

/** What a value of the select begins with that is no connection's id. */
const SEVERAL = "several:"

const valueOf = (place: Place) => ("connection" in place ? place.connection : `${SEVERAL}${place.group ?? ""}`)

const placeOf = (value: string): Place =>
  value.startsWith(SEVERAL) ? { group: value.slice(SEVERAL.length) || null } : { connection: value }

/** Which connection a page looks at, by group; and all of them or a whole group, where it can. */
export const ConnectionSelect = (props: {
  connections: Connection[]
  place: Place
  ofSeveral: boolean
  onChoose: (place: Place) => void
}) => {
  const { connections, place, ofSeveral, onChoose } = props
  const { t, language } = useTexts()
  const groups = groupsOf(connections, language)
  const members = (group: string | null) => connections.filter(({ group_name }) => group_name === group)
  return (
    <Select size="small" value={valueOf(place)} onValueChange={(value) => onChoose(placeOf(value))}>
      <Select.Trigger className="max-w-72" aria-label={t("connection.label")}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {ofSeveral && (
          <Select.Group>
            <Select.Item value={valueOf({ group: null })}>{t("groups.all")}</Select.Item>
            {groups.map((group) => (
              <Select.Item key={group} value={valueOf({ group })}>
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
                {nameOf(connection)}
              </Select.Item>
            ))}
          </Select.Group>
        ))}
      </Select.Content>
    </Select>
  )
}
