import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { SignedEntry } from "../inbox-store"
import { storeNotification } from "../store-notification"

const entryOf = (id: string, aggregate: string): SignedEntry => ({
  id,
  aggregate,
  connection_id: "poscon_1",
  natural_key: id,
  event_name: "Reported",
  source: "webhook",
  payload: {},
  message_timestamp: null,
  signed_digest: id,
  state: "pending",
  reason: null,
  signing_key_sealed: null,
  previous_signing_key_sealed: null,
})

beforeEach(() => jest.useFakeTimers({ doNotFake: ["setImmediate"] }))
afterEach(() => jest.useRealTimers())

it("wakes once for what is stored together: a sale and its movement of stock", async () => {
  let woken = 0
  const container = createMedusaContainer()
  const emit = async () => void woken++
  const entries = [entryOf("1", "purchase:1"), entryOf("2", "stock:1")]
  container.register(Modules.EVENT_BUS, { resolve: () => ({ emit }) })
  const pos = { query: async () => new Set(entries.map(({ id }) => id)) }
  container.register(POS_MODULE, { resolve: () => pos })
  await Promise.all(entries.map(async (entry) => storeNotification(container, { entry, deadLetter: () => entry })))
  await jest.advanceTimersByTimeAsync(10_000)
  expect(woken).toBe(1)
})
