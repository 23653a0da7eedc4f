import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { reasonOf } from "../queue/reason-of"

/** Some connections of a shop, of very many, are looked at together. */
const AT_ONCE = 8

/**
 * Does something for every active connection. What fails for one is logged and holds up no other; it is done again in
 * its turn.
 * @param name what is done, for the log
 */
export async function eachConnection(
  container: MedusaContainer,
  name: string,
  work: (connection: ConnectionRecord) => Promise<unknown>
): Promise<void> {
  const waiting = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  const next = async (): Promise<void> => {
    for (let connection = waiting.shift(); connection; connection = waiting.shift()) {
      try {
        await work(connection)
      } catch (error) {
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .error(`pos: ${name} of connection ${connection.id} failed: ${reasonOf(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
