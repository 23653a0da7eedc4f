import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { POS_EVENTS, type PosEventData } from "../runtime/events"
import { drainInbox } from "../runtime/inbox"
import { runInBackground } from "../runtime/workers"

export default async function wakeInbox({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  runInBackground(container, "draining the inbox", drainInbox(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.inboxReceived,
  context: { subscriberId: "pos-wake-inbox" },
}
