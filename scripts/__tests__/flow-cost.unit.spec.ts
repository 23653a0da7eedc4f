import { compareCost, toKeptCost } from "../../test-support/flow-cost"

const kept = { flow: "a sale", statements: 100, requests: 2 }

describe("compareCost", () => {
  it.each([
    ["the same", { statements: 100, requests: 2 }],
    ["a little less", { statements: 85, requests: 2 }],
  ])("has nothing against %s", (_what, counts) => {
    expect(compareCost(kept, { flow: "a sale", ...counts })).toBeNull()
  })

  it.each([
    [{ statements: 101, requests: 2 }, '"a sale" sends 101 statements instead of 100: it costs more now'],
    [
      { statements: 84, requests: 2 },
      '"a sale" sends 84 statements instead of 100: it costs less now, which is to be kept',
    ],
    [
      { statements: 100, requests: 1 },
      '"a sale" sends 1 requests instead of 2: it costs less now, which is to be kept',
    ],
  ])("says of %j what is wrong", (counts, expected) => {
    expect(compareCost(kept, { flow: "a sale", ...counts })).toBe(expected)
  })

  it("keeps small counts as they are, and others with a little room", () => {
    expect(toKeptCost({ flow: "a page", statements: 4, requests: 1 })).toMatchObject({ statements: 4, requests: 1 })
    expect(toKeptCost({ flow: "a sale", statements: 76, requests: 0 })).toMatchObject({ statements: 84 })
    for (let statements = 1; statements < 500; statements++) {
      const cost = { flow: "any", statements, requests: 0 }
      expect(compareCost(toKeptCost(cost), cost)).toBeNull()
    }
  })

  it("knows what is not kept", () => {
    expect(compareCost(undefined, kept)).toBe('No cost of "a sale" is kept')
  })
})
