import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { reasonOf } from "../queue/reason-of"

/** What the admin is told. */
export type AdminMessage = {
  title: string
  description: string
  /** names the occurrence: the same key is one line in the feed, however often and by how many processes it is told */
  key: string
}

/** Puts a line into the feed of the shop's admin. A shop without a provider for the feed gets it in its log. */
export async function notifyAdmin(container: MedusaContainer, { key, ...message }: AdminMessage): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`pos: ${message.title}: ${message.description}`)
  try {
    await container
      .resolve(Modules.NOTIFICATION)
      .createNotifications({ to: "", channel: "feed", template: "admin-ui", data: message, idempotency_key: key })
  } catch (error) {
    // The feed is a convenience; what happened stands in its table all the same.
    logger.warn(`pos: no line in the feed for ${key}: ${reasonOf(error)}`)
  }
}
