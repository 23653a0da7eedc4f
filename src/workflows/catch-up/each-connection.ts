import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { CONNECTIONS_AT_ONCE } from "../queue/pace"
import { reasonOf } from "../queue/reason-of"

/**
 * Does something for active connections. What fails for one is logged and holds up no other; it is done again in its turn.
 * @param name what is done, for the log
 * @param among ids of those that it is to be done for, in this order; all unless they are given
 * @returns ids of those for which it was done
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
  const wanted = { state: "active" as const, ...(among ? { id: among } : {}) }
  const found = await container.resolve(POS_MODULE).listPosConnections(wanted, { take: null })
  const known = new Map(found.map((connection) => [connection.id, connection]))
  const waiting = among ? among.flatMap((id) => known.get(id) ?? []) : found
  const done: string[] = []
  const next = async (): Promise<void> => {
    for (let connection = waiting.shift(); connection; connection = waiting.shift()) {
      try {
        await work(connection)
        done.push(connection.id)
      } catch (error) {
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(`pos: ${name} of connection ${connection.id} failed: ${reasonOf(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS_AT_ONCE }, next))
  return done
}
