import { BodyCopy, Journal, MAX_CALLS } from "../journal"

const call = (text: string) => {
  const body = new BodyCopy()
  body.add(Buffer.from(text))
  return {
    at: Date.UTC(2026, 2, 9),
    method: "GET",
    path: "/x",
    query: "",
    status: 200,
    durationMs: 1,
    credential: null,
    brokenOff: false,
    simulated: true,
    request: { headers: {}, body: new BodyCopy() },
    response: { headers: {}, body },
  }
}

const idsOf = (journal: Journal) => [...journal.after(0)].map(({ id }) => id)

describe("Journal", () => {
  it("keeps the newest 10,000 in a ring", () => {
    const journal = new Journal()
    for (let count = 0; count < MAX_CALLS * 2 + 7; count++) {
      journal.add(call(""))
    }
    const ids = idsOf(journal)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([MAX_CALLS, MAX_CALLS + 8, MAX_CALLS * 2 + 7])
    expect([...journal.before(Infinity)].map(({ id }) => id)).toEqual(ids.reverse())
  })

  it("keeps fewer where they are large, so that its memory stays", () => {
    const journal = new Journal()
    for (let count = 0; count < 3_000; count++) {
      journal.add(call("å".repeat(20_000)))
    }
    const ids = idsOf(journal)
    expect(ids.at(-1)).toBe(3_000)
    expect(ids.length).toBeGreaterThan(900)
    expect(ids.length).toBeLessThan(1_024)
  })

  it("resets on request, and continues to count", () => {
    const journal = new Journal()
    journal.add(call("a"))
    journal.clear()
    expect(idsOf(journal)).toEqual([])
    journal.add(call("b"))
    expect(idsOf(journal)).toEqual([2])
  })
})
