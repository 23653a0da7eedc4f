import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** What workflows emit is named by a thing and what became of it; what modules emit row by row has other names. */
const OF_A_WORKFLOW = /^[a-z-]+\.[a-z_-]+$/

/** Of stock, and the plugin's own. */
const OTHERS = /^(inventory-|reservation-|pos\.)/

export type CapturedEvent = { name: string; data: Record<string, unknown> }

/** Captures what workflows emit about orders and payments, as a subscriber of the store. @returns `end` to stop */
export function captureEvents(container: MedusaContainer): { captured: CapturedEvent[]; end: () => void } {
  const bus = container.resolve(Modules.EVENT_BUS)
  const captured: CapturedEvent[] = []
  const context = { subscriberId: `tests-capture-${randomUUID()}` }
  const capture = async ({ name, data }: { name: string; data: unknown }) => {
    if (OF_A_WORKFLOW.test(name) && !OTHERS.test(name)) {
      captured.push({ name, data: Object.assign({}, data) })
    }
  }
  bus.subscribe("*", capture, context)
  return { captured, end: () => void bus.unsubscribe("*", capture, context) }
}

/** Which events there were, each with the names of what it carries: how a subscriber knows them. */
export function shapesOf(events: CapturedEvent[]): Record<string, string[]> {
  const shapes = events.map(({ name, data }): [string, string[]] => [name, Object.keys(data).sort()])
  return Object.fromEntries(shapes.sort(([first], [second]) => (first < second ? -1 : 1)))
}
