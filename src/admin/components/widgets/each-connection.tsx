import type { ComponentType } from "react"
import { useConnections } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"

/** `named`: there are several, and the part has to say whose it is. */
export type ConnectionPart = { connection: Connection; named: boolean }

/** The same part once for each connection of the store. */
export const EachConnection = ({ part: Part }: { part: ComponentType<ConnectionPart> }) => {
  const { data: connections = [] } = useConnections()
  return (
    <>
      {connections.map((connection) => (
        <Part key={connection.id} connection={connection} named={connections.length > 1} />
      ))}
    </>
  )
}
