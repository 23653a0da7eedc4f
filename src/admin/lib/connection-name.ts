import type { Connection } from "./answers/connection"

/** What people call a connection. */
export function nameOf(connection: Pick<Connection, "organization_name" | "organization_uuid">): string {
  return connection.organization_name?.trim() || connection.organization_uuid
}
