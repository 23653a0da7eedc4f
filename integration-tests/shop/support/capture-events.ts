import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** What workflows emit is named by a thing and what became of it; what modules emit row by row has other names. */
const OF_A_WORKFLOW = /^[a-z-]+\.[a-z_-]+$/

/** Of stock, and the plugin's own. */
const OTHERS = /^(inventory-|reservation-|pos\.)/

export type CapturedEvent = { name: string; data: Record<string, unknown> }

/** Hears, as a subscriber of the store's, what workflows tell of orders and their payments. @returns with what ends it */
export function captureEvents(container: MedusaContainer): { heard: CapturedEvent[]; end: () => void } {
  const bus = container.resolve(Modules.EVENT_BUS)
  const heard: CapturedEvent[] = []
  const context = { subscriberId: `tests-hear-${randomUUID()}` }
  const hear = async ({ name, data }: { name: string; data: unknown }) => {
    if (OF_A_WORKFLOW.test(name) && !OTHERS.test(name)) {
      heard.push({ name, data: Object.assign({}, data) })
    }
  }
  bus.subscribe("*", hear, context)
  return { heard, end: () => void bus.unsubscribe("*", hear, context) }
}

/** Which events there were, each with the names of what it carries: how a subscriber knows them. */
export function shapesOf(events: CapturedEvent[]): Record<string, string[]> {
  const shapes = events.map(({ name, data }): [string, string[]] => [name, Object.keys(data).sort()])
  return Object.fromEntries(shapes.sort(([one], [other]) => (one < other ? -1 : 1)))
}
