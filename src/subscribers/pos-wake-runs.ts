import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { carryOnRuns } from "../workflows/catch-up/carry-on-runs"
import { POS_EVENTS, type PosEventData } from "../workflows/events"
import { goOnBeside } from "../workflows/queue/background"

export default async function wakeRuns({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  goOnBeside(container, "carrying on runs", carryOnRuns(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.runDue,
  context: { subscriberId: "pos-wake-runs" },
}
