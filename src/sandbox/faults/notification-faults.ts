import { type Fault, hits } from "./fault"

/** What becomes of one notification. */
export type NotificationPlan =
  | { kind: "none" | "duplicate"; copies: number }
  | { kind: "lose" | "reorder" | "garble" }
  | { kind: "delay"; seconds: number }

/** The first fault that hits an event decides what becomes of its notification. */
export function planNotification(faults: Fault[], eventName: string): NotificationPlan {
  for (const fault of faults) {
    switch (fault.kind) {
      case "lose":
      case "reorder":
      case "garble":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: fault.kind }
        }
        break
      case "delay":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: "delay", seconds: fault.seconds }
        }
        break
      case "duplicate":
        if (concerns(fault, eventName) && hits(fault)) {
          return { kind: "duplicate", copies: fault.copies }
        }
        break
      case "latency":
      case "status":
      case "reset":
      case "cut":
      case "garbage":
        break
    }
  }
  return { kind: "none", copies: 1 }
}

function concerns(fault: { eventName?: string | undefined }, eventName: string): boolean {
  return fault.eventName === undefined || fault.eventName === eventName
}
