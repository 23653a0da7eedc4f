import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { resumeRuns } from "../features/background"
import { POS_EVENTS, type PosEventData } from "../runtime/events"
import { runInBackground } from "../runtime/workers"

export default async function wakeRuns({ event, container }: SubscriberArgs<PosEventData>): Promise<void> {
  runInBackground(container, "carrying on runs", resumeRuns(container, event.data.connection_id))
}

export const config: SubscriberConfig = {
  event: POS_EVENTS.runDue,
  context: { subscriberId: "pos-wake-runs" },
}
