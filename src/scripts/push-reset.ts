import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { posStartPushWorkflow } from "../workflows"
import { drainOutbox } from "../features/catalog"
import { chosenConnections } from "./chosen-connections"

/**
 * `npx medusa exec <this file> <connection>`: sends everything again in full, under the same UUIDs, as if nothing were
 * known of what the POS has. The connection must be named.
 */
export default async function pushReset({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  if (args.length === 0) {
    logger.error("pos: name the connection that is to be reset, for example poscon_01…")
    return
  }
  for (const { id } of await chosenConnections(container, args)) {
    const { result } = await posStartPushWorkflow(container).run({ input: { connection_id: id, reset: true } })
    await drainOutbox(container, id)
    logger.info(`pos: ${id}: ${result.total} products sent again, run ${result.run_id}`)
  }
}
