import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { POS_EVENTS, type PosEventData } from "../workflows/events"
import { drainOutbox } from "../workflows/push/drain-outbox"
import { goOnBeside } from "../workflows/queue/background"

export default async function wakeOutbox({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  goOnBeside(container, "draining the outbox", drainOutbox(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.outboxDue,
  context: { subscriberId: "pos-wake-outbox" },
}
