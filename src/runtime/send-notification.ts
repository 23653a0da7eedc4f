import { setTimeout as sleep } from "node:timers/promises"
import type { CreateNotificationDTO, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PosError } from "../modules/pos/errors"
import { getErrorMessage } from "./errors"

/** Timeout of a notification provider in milliseconds, so that one notification does not delay the next. */
const PATIENCE_MS = 30_000

/** A notification provider did not answer in time, so it is not known whether it has sent the notification. */
export class ProviderSilentError extends PosError {
  constructor() {
    super("pos_notification_timeout", `The notification provider did not answer in ${PATIENCE_MS / 1_000} seconds`)
    this.name = "ProviderSilentError"
  }
}

/**
 * Sends a notification by Medusa's notification module, and waits for its provider for a limited time.
 * @throws ProviderSilentError, and what the provider throws
 */
export async function sendNotification(container: MedusaContainer, notification: CreateNotificationDTO): Promise<void> {
  const patience = new AbortController()
  const silent = sleep(PATIENCE_MS, null, { signal: patience.signal }).then(() => {
    throw new ProviderSilentError()
  })
  const sent = container.resolve(Modules.NOTIFICATION).createNotifications(notification)
  try {
    await Promise.race([sent, silent])
  } finally {
    patience.abort()
    silent.catch(() => undefined)
    sent.catch(() => undefined)
  }
}

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
