import fc from "fast-check"
import { InvalidPosOptionsError } from "../errors"
import { parseOptions } from "../options"
import { getBucket } from "../rate-budgets"

describe("the option rateLimits", () => {
  it("knows what the POS publishes: four calls of the inventory a second", () => {
    expect(parseOptions({}, {}).rateLimits).toEqual({ inventory: { requests: 4, seconds: 1 } })
  })

  it("takes limits by interface, and null lifts one", () => {
    const purchases = { requests: 100, seconds: 60 }
    expect(parseOptions({ rateLimits: { purchases } }, {}).rateLimits).toEqual({
      purchases,
      inventory: { requests: 4, seconds: 1 },
    })
    expect(parseOptions({ rateLimits: { inventory: null } }, {}).rateLimits).toEqual({ inventory: null })
  })

  it.each([
    [{ register: { requests: 1, seconds: 1 } }],
    [{ inventory: { requests: 0, seconds: 1 } }],
    [{ inventory: { requests: 1, seconds: 0 } }],
    [{ inventory: 4 }],
  ])("refuses %j by name", (rateLimits) => {
    expect(() => parseOptions({ rateLimits }, {})).toThrow(InvalidPosOptionsError)
    expect(() => parseOptions({ rateLimits }, {})).toThrow("rateLimits")
  })
})

describe("the bucket of a limit", () => {
  it("lets as much through in the limit's time as it allows, and never more", () => {
    fc.assert(
      fc.property(
        fc.record({ requests: fc.integer({ min: 1, max: 2_000 }), seconds: fc.integer({ min: 1, max: 3_600 }) }),
        (limit) => {
          const { burst, interval_ms } = getBucket(limit)
          // A full bucket at the beginning, and what comes to it before the end.
          const most = burst + Math.ceil((limit.seconds * 1_000) / interval_ms) - 1
          expect(most).toBeLessThanOrEqual(limit.requests)
          // One interval between two calls is never longer than it must be by more than the safety, and a millisecond.
          expect(interval_ms).toBeLessThanOrEqual((limit.seconds * 1_050) / (limit.requests * 0.75) + 1)
        }
      )
    )
  })

  it("spreads four a second evenly, and lets a quarter of a long limit go at once", () => {
    expect(getBucket({ requests: 4, seconds: 1 })).toEqual({ burst: 1, interval_ms: 263 })
    expect(getBucket({ requests: 100, seconds: 60 })).toEqual({ burst: 25, interval_ms: 829 })
  })
})
