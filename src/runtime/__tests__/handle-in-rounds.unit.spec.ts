import fc from "fast-check"
import { type EntryOutcome, handleInRounds } from "../inbox-processing"

const NOW = new Date("2026-03-01T10:00:00Z")

const entry = (id: string, aggregate: string) => ({
  entry: {
    id,
    aggregate,
    natural_key: id,
    event_name: "InventoryBalanceChanged",
    source: "webhook" as const,
    payload: {},
    message_timestamp: null,
    attempts: 1,
    postponements: 0,
    sequence: Number(id),
  },
})

const done = (round: ReturnType<typeof entry>[]): EntryOutcome[] =>
  round.map(({ entry: { id } }) => ({ id, kind: "done" }))

describe("handleInRounds", () => {
  it("handles each of an aggregate once those before it are through, and never two of one at once", async () => {
    const aggregates = fc.array(fc.constantFrom("stock:äpplen", "stock:tröja", "stock:東京"), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(aggregates, async (chosen) => {
        const items = chosen.map((aggregate, index) => entry(String(index), aggregate))
        const seen: string[] = []
        const outcomes = await handleInRounds(items, NOW, async (round) => {
          expect(new Set(round.map((item) => item.entry.aggregate)).size).toBe(round.length)
          seen.push(...round.map((item) => item.entry.id))
          return done(round)
        })
        expect(outcomes.map(({ id }) => id).sort()).toEqual(items.map((item) => item.entry.id).sort())
        for (const aggregate of new Set(chosen)) {
          const own = items.filter((item) => item.entry.aggregate === aggregate).map((item) => item.entry.id)
          expect(seen.filter((id) => own.includes(id))).toEqual(own)
        }
      })
    )
  })

  it.each([
    ["fails", (id: string): EntryOutcome => ({ id, kind: "failed", reason: "Locked", attempts: 1 })],
    ["waits", (id: string): EntryOutcome => ({ id, kind: "waiting", reason: "Echo?", until: NOW })],
  ])("lets what stands behind one that %s wait, and goes on with the others", async (_how, ended) => {
    const items = [entry("1", "stock:a"), entry("2", "stock:b"), entry("3", "stock:a"), entry("4", "stock:b")]
    const handled: string[] = []
    const outcomes = await handleInRounds(items, NOW, async (round) => {
      handled.push(...round.map((item) => item.entry.id))
      return round.map(({ entry: { id } }) => (id === "1" ? ended(id) : { id, kind: "done" }))
    })
    expect(handled).toEqual(["1", "2", "4"])
    expect(outcomes).toContainEqual({ id: "3", kind: "waiting", reason: expect.any(String), until: NOW })
  })
})
