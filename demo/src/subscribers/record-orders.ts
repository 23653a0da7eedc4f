import { appendFile } from "node:fs/promises"
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

/**
 * Where another shop sends its customer a mail, this one writes down which order it received and when: a line of JSON in
 * the file of DEMO_ORDERS_FILE.
 */
export default async function recordOrders({ event }: SubscriberArgs<{ id: string }>): Promise<void> {
  const file = process.env.DEMO_ORDERS_FILE
  if (file) {
    await appendFile(file, `${JSON.stringify({ id: event.data.id, at: Date.now() })}\n`)
  }
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "demo-record-orders" },
}
