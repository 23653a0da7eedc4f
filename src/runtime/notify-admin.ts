import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { getErrorMessage } from "./errors"

/** A message to the store's admin. */
export type AdminMessage = {
  title: string
  description: string
  /**
   * identifies the occurrence: messages with the same key are one line in the feed, however often and by how many
   * processes they are sent
   */
  key: string
}

/**
 * Adds a line to the feed of the store's admin and logs it. A store without a notification provider for the feed has it
 * in its log only.
 */
export async function notifyAdmin(container: MedusaContainer, { key, ...message }: AdminMessage): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`pos: ${message.title}: ${message.description}`)
  try {
    await container
      .resolve(Modules.NOTIFICATION)
      .createNotifications({ to: "", channel: "feed", template: "admin-ui", data: message, idempotency_key: key })
  } catch (error) {
    // The feed is only a convenience; the occurrence itself is stored in its own table.
    logger.warn(`pos: no line in the feed for ${key}: ${getErrorMessage(error)}`)
  }
}
