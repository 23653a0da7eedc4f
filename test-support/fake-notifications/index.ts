import type { ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, MedusaError, ModuleProvider, Modules } from "@medusajs/framework/utils"

/** The receiver of a store's alerts, which tests can make fail. */
export const fakeNotifications = {
  sent: [] as ProviderSendNotificationDTO[],
  isOut: false,
}

/** A provider of notifications for tests: keeps what it sends. */
class FakeNotificationService extends AbstractNotificationProviderService {
  static override identifier = "fake-notifications"

  override async send(notification: ProviderSendNotificationDTO): Promise<{ id: string }> {
    if (fakeNotifications.isOut) {
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The notification service is down")
    }
    fakeNotifications.sent.push(notification)
    return { id: String(fakeNotifications.sent.length) }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [FakeNotificationService] })
