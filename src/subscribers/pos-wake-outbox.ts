import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { POS_EVENTS, type PosEventData } from "../runtime/events"
import { drainOutbox } from "../features/catalog"
import { runInBackground } from "../runtime/workers"

export default async function wakeOutbox({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  runInBackground(container, "draining the outbox", drainOutbox(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.outboxDue,
  context: { subscriberId: "pos-wake-outbox" },
}
