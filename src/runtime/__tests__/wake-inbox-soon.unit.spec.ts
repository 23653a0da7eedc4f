import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import type { WebhookLane } from "../../modules/pos/queue-lanes"
import { wakeInboxSoon } from "../store-notification"

const TILLS = 50
const SECONDS = 20
const TOLD_EVERY_MS = 100

/** How often tills are woken that are told something ten times a second for a while. */
async function wakings(tills: number, lane: WebhookLane): Promise<number> {
  let woken = 0
  const container = createMedusaContainer()
  container.register(Modules.EVENT_BUS, { resolve: () => ({ emit: async () => void woken++ }) })
  for (let passed = 0; passed < SECONDS * 1_000; passed += TOLD_EVERY_MS) {
    for (let till = 0; till < tills; till++) {
      wakeInboxSoon(container, `${lane}-${tills}-${till}`, lane)
    }
    await jest.advanceTimersByTimeAsync(TOLD_EVERY_MS)
  }
  // Until nothing is left to be woken for, so that one test says nothing to the next.
  await jest.advanceTimersByTimeAsync(60_000)
  return woken
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

it("wakes a till for each of its sales", async () => {
  expect(await wakings(1, "live")).toBe((SECONDS * 1_000) / TOLD_EVERY_MS)
})

it("wakes a till for its products once a second, the first time at once", async () => {
  expect(await wakings(1, "catalog")).toBe(SECONDS + 1)
})

it("wakes many tills for their products no more than ten times a second", async () => {
  const atFirst = TILLS
  expect(await wakings(TILLS, "catalog")).toBeLessThanOrEqual(atFirst + TILLS + SECONDS * 10)
})
