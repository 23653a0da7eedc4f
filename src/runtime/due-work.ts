import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../modules/pos"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import { type Fragment, fragment } from "../modules/pos/database/page"
import type { Sql } from "../modules/pos/database/sql"
import { getErrorMessage } from "./errors"
import { LONGEST_TIMER_MS } from "./queue"
import { CONNECTIONS_AT_ONCE } from "./workers"

/**
 * The time of a query for due work. Work that becomes due up to `until` is included: a worker that starts now waits for
 * it.
 */
export type Round = { now: Date; until: Date }

/**
 * Queries once which connections have work that is due, before they are visited. With many connections of which most
 * are idle, this costs one statement of index lookups.
 */
export async function findDueWork<Answer>(
  container: MedusaContainer,
  ask: (sql: Sql, round: Round) => Promise<Answer>
): Promise<Answer> {
  return container
    .resolve(POS_MODULE)
    .queryByIndexes(async (sql, now) => ask(sql, { now, until: new Date(now.getTime() + LONGEST_TIMER_MS) }))
}

/**
 * Runs work for active connections. A failure is logged and does not block other connections; the next run repeats it.
 * @param name what is done, for the log
 * @param among ids of the connections to process, in this order; without it all
 * @returns ids of the connections for which it succeeded
 */
export async function eachConnection(
  container: MedusaContainer,
  name: string,
  work: (connection: ConnectionRecord) => Promise<unknown>,
  among?: string[]
): Promise<string[]> {
  if (among?.length === 0) {
    return []
  }
  const active = await container
    .resolve(POS_MODULE)
    .listPosConnections(among ? { state: "active", id: among } : { state: "active" }, { take: null })
  const activeById = new Map(active.map((connection) => [connection.id, connection]))
  const waiting = among ? among.flatMap((id) => activeById.get(id) ?? []) : active
  const done: string[] = []
  const next = async (): Promise<void> => {
    for (let connection = waiting.shift(); connection; connection = waiting.shift()) {
      try {
        await work(connection)
        done.push(connection.id)
      } catch (error) {
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(`pos: ${name} of connection ${connection.id} failed: ${getErrorMessage(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS_AT_ONCE }, next))
  return done
}

/**
 * Builds one query over all active connections that returns which have something, and in which part. Each part is a
 * condition on `connection` that an index answers. Connections for which no part is true are left out.
 */
export function readAll(parts: Record<string, Fragment>): { statement: string; bindings: Fragment["bindings"] } {
  const namedParts = Object.entries(parts)
  return {
    // Without OFFSET 0 PostgreSQL would evaluate each part twice, for the filter and for the column.
    statement: `SELECT * FROM (
         SELECT connection.id, ${namedParts.map(([name, { text }]) => `(${text}) AS ${name}`).join(", ")}
         FROM pos_connection AS connection
         WHERE connection.state = 'active' AND connection.deleted_at IS NULL OFFSET 0) AS asked
       WHERE ${namedParts.map(([name]) => name).join(" OR ")}`,
    bindings: namedParts.flatMap(([, { bindings }]) => bindings),
  }
}

/** SQL condition on `connection`: its calls are not paused at the given time. */
export const mayCallAt = (moment: Date): Fragment =>
  fragment("(connection.circuit_open_until IS NULL OR connection.circuit_open_until <= ?)", moment)

/**
 * SQL condition: a subquery finds a row. OFFSET 0 keeps PostgreSQL from reading the rows of all connections once
 * instead.
 */
export const some = (select: string): string => `EXISTS (${select} OFFSET 0)`
