import { type Fragment, fragment } from "../../database/page"

/**
 * A question to all active connections at once: which have something, and what of it. Each part is a condition on
 * `connection`, answered by an index; who has nothing of any is left out, so that a round visits the others only.
 */
export function askAll(parts: Record<string, Fragment>): { statement: string; bindings: Fragment["bindings"] } {
  const asked = Object.entries(parts)
  return {
    // OFFSET 0: else each part would be answered twice, for the choice and for its column.
    statement: `SELECT * FROM (
         SELECT connection.id, ${asked.map(([name, { text }]) => `(${text}) AS ${name}`).join(", ")}
         FROM pos_connection AS connection
         WHERE connection.state = 'active' AND connection.deleted_at IS NULL OFFSET 0) AS asked
       WHERE ${asked.map(([name]) => name).join(" OR ")}`,
    bindings: asked.flatMap(([, { bindings }]) => bindings),
  }
}

/** A condition on `connection`: its calls do not rest at a moment. */
export const mayCallAt = (moment: Date): Fragment =>
  fragment("(connection.circuit_open_until IS NULL OR connection.circuit_open_until <= ?)", moment)

/** There are rows of a connection: OFFSET 0 keeps PostgreSQL from reading those of all connections once instead. */
export const some = (select: string): string => `EXISTS (${select} OFFSET 0)`
