import { type Stream, STREAMS, type StreamState } from "../../../contract/monitoring"
import { classifyStream, getNextAttempt, getStaleLimits, type StreamConnection } from "../freshness-rules"
import type { StreamFacts } from "../freshness-store"

const now = new Date("2026-11-26T12:00:00Z")
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const limits = getStaleLimits({ outbox: 20, inbox: 20, polling: 30 }, 60)

const connection: StreamConnection = {
  state: "active",
  push_held: false,
  stock_sync: "two_way",
  inventories: {},
  circuit_open_until: null,
  created_at: ago(10_000),
}

const facts = (stream: Stream, changed: Partial<StreamFacts> = {}): StreamFacts =>
  Object.assign(
    {
      connection_id: "poscon_1",
      stream,
      waiting: 0,
      oldest_waiting_at: null,
      next_at: null,
      synced: 3,
      total: 3,
      succeeded_at: ago(1),
      tried_at: ago(1),
      failing_since: null,
      stalled_since: null,
      failure: null,
      checked_at: ago(60),
      is_allowed: true,
    },
    changed
  )

describe("the state of a stream", () => {
  it.each(STREAMS)("%s is fresh, waits, is partly synced or off", (stream) => {
    const stateOf = (changed: Partial<StreamFacts>, by = connection) =>
      classifyStream(facts(stream, changed), by, limits, now)
    expect(stateOf({})).toBe("fresh")
    expect(stateOf({ waiting: 1, oldest_waiting_at: ago(5) })).toBe("waiting")
    expect(stateOf({ failing_since: ago(5) })).toBe(stream.endsWith("_out") ? "fresh" : "waiting")
    expect(stateOf({ synced: 2 })).toBe("partial")
    expect(stateOf({ is_allowed: false })).toBe("off")
    expect(stateOf({}, Object.assign({}, connection, { state: "paused" }))).toBe("off")
  })

  it.each<[Stream, Partial<StreamFacts>, StreamState, Partial<StreamFacts>]>([
    [
      "products_out",
      { waiting: 9, oldest_waiting_at: ago(600), stalled_since: ago(19) },
      "waiting",
      { stalled_since: ago(21) },
    ],
    [
      "stock_out",
      { waiting: 9, oldest_waiting_at: ago(600), stalled_since: ago(19) },
      "waiting",
      { stalled_since: ago(21) },
    ],
    ["sales_in", { succeeded_at: ago(29) }, "fresh", { succeeded_at: ago(31) }],
    ["sales_in", { waiting: 1, oldest_waiting_at: ago(19) }, "waiting", { oldest_waiting_at: ago(21) }],
    ["sales_in", {}, "fresh", { succeeded_at: null }],
    ["refunds_in", { waiting: 1, oldest_waiting_at: ago(19) }, "waiting", { oldest_waiting_at: ago(21) }],
    ["stock_in", { checked_at: ago(25 * 60) }, "fresh", { checked_at: ago(27 * 60) }],
    ["stock_in", { checked_at: null }, "fresh", { failing_since: ago(27 * 60) }],
    ["gift_cards", { waiting: 1, failing_since: ago(59) }, "waiting", { failing_since: ago(61) }],
    ["gift_cards", { waiting: 1, next_at: ago(59) }, "waiting", { next_at: ago(61) }],
    ["payouts", { succeeded_at: ago(179) }, "fresh", { succeeded_at: ago(181) }],
    ["payouts", { waiting: 1, oldest_waiting_at: ago(179) }, "waiting", { oldest_waiting_at: ago(181) }],
  ])("of %s with %j is %s, and stale beyond its limit", (stream, within, state, beyond) => {
    expect(classifyStream(facts(stream, within), connection, limits, now)).toBe(state)
    expect(classifyStream(facts(stream, Object.assign({}, within, beyond)), connection, limits, now)).toBe("stale")
  })
})

describe("the next attempt", () => {
  const next = (stream: Stream, changed: Partial<StreamFacts>, by: Partial<StreamConnection>, scheduled: Date | null) =>
    getNextAttempt(facts(stream, changed), Object.assign({}, connection, by), { now, scheduled })

  it.each<[string, Partial<StreamFacts>, Partial<StreamConnection>, Date | null, Date | null]>([
    ["null while nothing waits", {}, {}, null, null],
    ["now for what is due", { next_at: ago(5) }, {}, null, now],
    ["the time of the retry", { next_at: ago(-5) }, {}, null, ago(-5)],
    ["the job's, if it is earlier", { next_at: ago(-5) }, {}, ago(-3), ago(-3)],
    ["not before calls are allowed", { next_at: ago(5) }, { circuit_open_until: ago(-1) }, null, ago(-1)],
    ["null while products are held", { next_at: ago(5) }, { push_held: true }, null, null],
    ["null for a paused connection", { next_at: ago(5) }, { state: "paused" }, null, null],
  ])("is %s", (_name, changed, by, scheduled, expected) => {
    expect(next("products_out", changed, by, scheduled)).toEqual(expected)
  })
})
