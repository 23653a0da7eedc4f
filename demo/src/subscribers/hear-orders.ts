import { appendFile } from "node:fs/promises"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

/**
 * Where another shop sends its customer a mail, this one writes down which order it heard of and when: a line of JSON in
 * the file of DEMO_ORDERS_HEARD.
 */
export default async function hearOrders({ event }: SubscriberArgs<{ id: string }>): Promise<void> {
  const file = process.env.DEMO_ORDERS_HEARD
  if (file) {
    await appendFile(file, `${JSON.stringify({ id: event.data.id, at: Date.now() })}\n`)
  }
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "demo-hear-orders" },
}
