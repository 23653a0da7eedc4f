import type { ProviderSendNotificationDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, MedusaError, ModuleProvider, Modules } from "@medusajs/framework/utils"

/** The receiver of a store's alerts, whose line tests can cut. */
export const nightWatch = {
  heard: [] as ProviderSendNotificationDTO[],
  isOut: false,
}

/** A provider of notifications for tests: it keeps what it is given. */
class NightWatchService extends AbstractNotificationProviderService {
  static override identifier = "night-watch"

  override async send(notification: ProviderSendNotificationDTO): Promise<{ id: string }> {
    if (nightWatch.isOut) {
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Nobody picks up")
    }
    nightWatch.heard.push(notification)
    return { id: String(nightWatch.heard.length) }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [NightWatchService] })
