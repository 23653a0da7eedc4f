import { EventEmitter } from "node:events"

/** Something that a person at the register wants to see as it happens. */
export type Activity =
  /** any organization; the journal has its calls */
  | { type: "call"; id: number }
  | { type: "purchase"; organizationUuid: string; purchaseUuid: string }
  | { type: "product"; organizationUuid: string; productUuid: string }
  | { type: "stock"; organizationUuid: string; variantUuid: string; balance: string }
  | {
      type: "delivery"
      organizationUuid: string
      messageId: string
      eventName: string
      destination: string
      signature: string
      state: string
      attempts: number
      status: number | null
    }

/** Publishes what happens to all listeners (the register page, by server-sent events). Keeps nothing. */
export class ActivityFeed {
  private readonly emitter = new EventEmitter().setMaxListeners(0)

  publish(activity: Activity): void {
    this.emitter.emit("activity", activity)
  }

  /** @returns a function that ends it */
  listen(listener: (activity: Activity) => void): () => void {
    this.emitter.on("activity", listener)
    return () => this.emitter.off("activity", listener)
  }
}
