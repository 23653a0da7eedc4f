import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { dryRun } from "../features/catalog"
import { chosenConnections } from "./chosen-connections"

const PAGE_SIZE = 500

/**
 * `npx medusa exec <this file> [connection]`: prints line by line what a full sync would create, change, delete and
 * reject, and writes nothing.
 */
export default async function pushDryRun({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id } of await chosenConnections(container, args)) {
    const counts = new Map<string, number>()
    for (let after: string | null = ""; after !== null;) {
      const page = await dryRun(container, id, { after, limit: PAGE_SIZE })
      for (const { product_id, title, action, changes, reasons } of page.entries) {
        counts.set(action, (counts.get(action) ?? 0) + 1)
        const details = [...changes.map(({ field }) => field), ...reasons].join("; ")
        if (action !== "none") {
          logger.info(`pos: ${action} ${product_id} ${title ?? ""}${details ? `: ${details}` : ""}`)
        }
      }
      after = page.next
    }
    logger.info(`pos: ${id}: ${[...counts].map(([action, count]) => `${count} ${action}`).join(", ") || "nothing"}`)
  }
}
