import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { posStartPushWorkflow } from "../workflows"
import { drainOutbox } from "../features/catalog"
import { chosenConnections } from "./chosen-connections"

/** `npx medusa exec <this file> [connection]`: a full sync, to its end. Without a connection: of all active ones. */
export default async function pushSync({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id } of await chosenConnections(container, args)) {
    const { result } = await posStartPushWorkflow(container).run({ input: { connection_id: id } })
    await drainOutbox(container, id)
    logger.info(`pos: ${id}: ${result.total} products, run ${result.run_id}`)
  }
}
