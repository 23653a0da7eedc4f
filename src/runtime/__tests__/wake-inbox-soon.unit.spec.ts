import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import type { WebhookLane } from "../../modules/pos/queue-policies"
import { wakeInboxSoon } from "../store-notification"

const CONNECTIONS = 50
const SECONDS = 20
const NOTIFY_EVERY_MS = 100

/** How often connections are woken that are reported something ten times a second for a while. */
async function wakings(connections: number, lane: WebhookLane): Promise<number> {
  let woken = 0
  const container = createMedusaContainer()
  container.register(Modules.EVENT_BUS, { resolve: () => ({ emit: async () => void woken++ }) })
  for (let passed = 0; passed < SECONDS * 1_000; passed += NOTIFY_EVERY_MS) {
    for (let connection = 0; connection < connections; connection++) {
      wakeInboxSoon(container, `${lane}-${connections}-${connection}`, lane)
    }
    await jest.advanceTimersByTimeAsync(NOTIFY_EVERY_MS)
  }
  // Until nothing is left to be woken for, so that one test says nothing to the next.
  await jest.advanceTimersByTimeAsync(60_000)
  return woken
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

it("wakes a connection for each of its sales", async () => {
  expect(await wakings(1, "live")).toBe((SECONDS * 1_000) / NOTIFY_EVERY_MS)
})

it("wakes a connection for its products once a second, the first time at once", async () => {
  expect(await wakings(1, "catalog")).toBe(SECONDS + 1)
})

it("wakes many connections for their products no more than ten times a second", async () => {
  const atFirst = CONNECTIONS
  expect(await wakings(CONNECTIONS, "catalog")).toBeLessThanOrEqual(atFirst + CONNECTIONS + SECONDS * 10)
})
