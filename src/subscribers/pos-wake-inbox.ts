import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { POS_EVENTS, type PosEventData } from "../workflows/events"
import { drainInbox } from "../workflows/mirror/drain-inbox"

export default async function wakeInbox({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  await drainInbox(container, event.data.connection_id)
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.inboxReceived,
  context: { subscriberId: "pos-wake-inbox" },
}
