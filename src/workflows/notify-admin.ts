import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

/** Puts a line into the feed of the shop's admin. A shop without a provider for the feed gets it in its log. */
export async function notifyAdmin(
  container: MedusaContainer,
  message: { title: string; description: string }
): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`pos: ${message.title}: ${message.description}`)
  try {
    await container
      .resolve(Modules.NOTIFICATION)
      .createNotifications({ to: "", channel: "feed", template: "admin-ui", data: message })
  } catch (error) {
    // The feed is a convenience; what happened stands in its table all the same.
    logger.warn(`pos: no line in the feed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
