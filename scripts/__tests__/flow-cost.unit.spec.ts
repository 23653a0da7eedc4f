import { compareCost, toKeptCost } from "../../test-support/flow-cost"

const kept = { flow: "a sale", statements: 100, requests: 2 }

describe("compareCost", () => {
  it.each([
    ["the same", { statements: 100, requests: 2 }],
    ["less", { statements: 60, requests: 1 }],
  ])("has nothing against %s", (_what, counts) => {
    expect(compareCost(kept, { flow: "a sale", ...counts })).toBeNull()
  })

  it.each([
    [{ statements: 101, requests: 2 }, "101 statements instead of 100"],
    [{ statements: 80, requests: 3 }, "3 requests instead of 2"],
    [{ statements: 101, requests: 3 }, "101 statements instead of 100 and 3 requests instead of 2"],
  ])("says of %j what has grown", (counts, expected) => {
    expect(compareCost(kept, { flow: "a sale", ...counts })).toBe(`"a sale" costs more now: it sends ${expected}`)
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
