export type DeliveryAttempt = { at: string; status: number | null }

/** One message to one destination, with every attempt; `status` null: no answer. */
export type Delivery = {
  messageId: string
  eventName: string
  subscriptionUuid: string
  destination: string
  body: string
  /** empty: it goes out without one */
  signature: string
  attempts: DeliveryAttempt[]
  /** `lost`: a fault kept it back, and the service takes it for delivered */
  state: "pending" | "delivered" | "failed" | "lost"
  /** when the next attempt is due (epoch milliseconds of the sandbox's clock); null: none waits */
  dueAt: number | null
}
