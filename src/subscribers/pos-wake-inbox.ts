import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { POS_EVENTS, type PosEventData } from "../workflows/events"
import { drainInbox } from "../workflows/inbox/drain-inbox"
import { goOnBeside } from "../workflows/queue/background"

export default async function wakeInbox({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  goOnBeside(container, "draining the inbox", drainInbox(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.inboxReceived,
  context: { subscriberId: "pos-wake-inbox" },
}
