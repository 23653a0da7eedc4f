import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../../../modules/pos"
import { brandNames } from "../../../../pos-api/contract"
import { readNotification } from "../../../../pos-api/notification-reader"
import { PROBED_CONNECTION } from "../../../../workflows/connect/probe-destination"
import { aggregateOf } from "../../../../workflows/mirror/aggregate"
import { POS_EVENTS } from "../../../../workflows/events"

/**
 * The webhook door (spec "Events"). Verifies the signature over the raw body, stores the notification once, and
 * answers; everything else happens later. A test message is answered and changes nothing, also the one by which a
 * connection is tried before it is made.
 *
 * 200 stored or known already · 400 not a notification · 401 no or wrong signature · 404 unknown connection ·
 * 413 too large · 415 not JSON
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const refuse = (status: number, message: string) => {
    response.status(status).json({ message })
  }
  if (!request.is("application/json") || !Buffer.isBuffer(request.rawBody)) {
    refuse(415, "A notification is JSON")
    return
  }
  const pos = request.scope.resolve(POS_MODULE)
  const connectionId = request.params.connection_id ?? ""
  const signingKeys = connectionId === PROBED_CONNECTION ? [] : await pos.signingKeysOf(connectionId)
  if (signingKeys === null) {
    refuse(404, "There is no such connection")
    return
  }
  const signature = request.get(brandNames((await pos.getOptions()).brand).signatureHeader) ?? null
  const reading = readNotification(request.rawBody, { signature, signingKeys })
  switch (reading.kind) {
    case "rejected":
      refuse(reading.reason === "malformed" ? 400 : 401, REFUSALS[reading.reason])
      return
    case "test-message":
      response.status(200).json({ received: true })
      return
    case "notification": {
      const { notification, payload } = reading
      await pos.receive(connectionId, [
        {
          natural_key: notification.messageId,
          event_name: notification.eventName,
          aggregate: aggregateOf(notification.eventName, payload, notification.messageId),
          source: "webhook",
          payload,
          message_timestamp: notification.timestamp === undefined ? null : String(notification.timestamp),
        },
      ])
      response.status(200).json({ received: true })
      await wakeInbox(request, connectionId)
    }
  }
}

const REFUSALS = {
  malformed: "This is not a notification",
  "no-signature": "The signature is missing",
  "bad-signature": "The signature is wrong",
}

/** The entry is stored; a wake-up that is lost costs the time until the next sweep, not the entry. */
async function wakeInbox(request: MedusaRequest, connectionId: string): Promise<void> {
  try {
    await request.scope
      .resolve(Modules.EVENT_BUS)
      .emit({ name: POS_EVENTS.inboxReceived, data: { connection_id: connectionId } })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    request.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the inbox waits for its sweep: ${reason}`)
  }
}
