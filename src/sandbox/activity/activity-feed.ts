import { EventEmitter } from "node:events"
import type { Activity } from "./activity"

/** Tells everyone who listens (the till, by server-sent events) what happens. Nothing is kept. */
export class ActivityFeed {
  private readonly emitter = new EventEmitter().setMaxListeners(0)

  tell(activity: Activity): void {
    this.emitter.emit("activity", activity)
  }

  /** @returns a function that ends it */
  listen(listener: (activity: Activity) => void): () => void {
    this.emitter.on("activity", listener)
    return () => this.emitter.off("activity", listener)
  }
}
