import fc from "fast-check"
import { MASS_CHANGE_WINDOW_MINUTES, massChangeLimitsSchema } from "../../../contract/mass-changes"
import { getGroup, getLimit, mustHold, takesBack } from "../rules"

describe("the limit", () => {
  const limits = massChangeLimitsSchema.parse({})

  it.each([
    [10, 10],
    [150, 15],
    [100_000, 100],
  ])("of prices is, with %d products, %d", (listed, limit) => {
    expect(getLimit(limits, "price", listed)).toBe(limit)
    expect(getLimit(limits, "price_in_store", listed)).toBe(limit)
  })

  it("of removals is between 10 and 20 products", () => {
    expect([10, 100, 150].map((listed) => getLimit(limits, "removal", listed))).toEqual([10, 15, 20])
  })
})

describe("a correction", () => {
  const price = (amount: number) => ({ amount, currencyId: "SEK" })
  const change = (before: number, after: number | null, variant_uuid = "a") => ({
    kind: "price_rise" as const,
    variant_uuid,
    variant: "M",
    before: price(before),
    after: after === null ? null : price(after),
  })

  it("takes back what was sent, to the value from before, for each variant", () => {
    const sent = [change(100, 1_000), change(200, 2_000, "b")]
    expect(takesBack(sent, [change(1_000, 100)])).toBe(true)
    expect(takesBack(sent, [change(1_000, 100), change(2_000, 200, "b")])).toBe(true)
    expect(takesBack(sent, [change(1_000, 10)])).toBe(false)
    expect(takesBack(sent, [change(1_000, 100), change(2_000, 20, "b")])).toBe(false)
    expect(takesBack(sent, [change(1_000, 100, "c")])).toBe(false)
  })

  it("is no second removal", () => {
    const removal = { kind: "removal" as const, variant_uuid: null, variant: null, before: null, after: null }
    expect(takesBack([removal], [removal])).toBe(false)
  })
})

describe("the group of a change", () => {
  it("depends on the side that changes; images and stock from the POS are not counted", () => {
    const kinds = ["removal", "deleted_at_pos", "price_zero", "price_drop", "image_removed", "stock_zero"] as const
    expect(kinds.map((kind) => getGroup(kind, "pos"))).toEqual([
      "removal",
      "removal",
      "price",
      "price",
      "image",
      "stock",
    ])
    expect(kinds.map((kind) => getGroup(kind, "store"))).toEqual([
      "removal_in_store",
      "removal_in_store",
      "price_in_store",
      "price_in_store",
      null,
      null,
    ])
  })
})

/** Minutes after the previous round, and the products that it would change. */
const roundsArbitrary = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 2 * MASS_CHANGE_WINDOW_MINUTES }),
    products: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
  }),
  { maxLength: 30 }
)

/** The window as the table keeps it: when each product was sent last, and whether a hold is open. */
function simulate(rounds: { minutes: number; products: number[] }[], limit: number) {
  const sent = new Map<number, number>()
  const log: { at: number; product: number }[] = []
  const held: { at: number; products: number[] }[] = []
  let isOpen = false
  let at = 0
  for (const { minutes, products } of rounds) {
    at += minutes
    const passed = [...sent].filter(
      ([product, when]) => !products.includes(product) && when > at - MASS_CHANGE_WINDOW_MINUTES
    ).length
    if (mustHold({ isOpen, passed, limit }, products.length)) {
      isOpen = true
      held.push({ at, products })
    } else {
      for (const product of products) {
        sent.set(product, at)
        log.push({ at, product })
      }
    }
  }
  return { log, held }
}

const within = (at: number) => (other: { at: number }) => other.at <= at && other.at > at - MASS_CHANGE_WINDOW_MINUTES

describe("waves, in any order and split over any number of rounds", () => {
  const limitArbitrary = fc.integer({ min: 0, max: 20 })

  it("never send more products than the limit within a window", () => {
    fc.assert(
      fc.property(roundsArbitrary, limitArbitrary, (rounds, limit) => {
        const { log } = simulate(rounds, limit)
        for (const { at } of log) {
          expect(new Set(log.filter(within(at)).map(({ product }) => product)).size).toBeLessThanOrEqual(limit)
        }
      })
    )
  })

  it("are held once they exceed the limit, and not before", () => {
    fc.assert(
      fc.property(roundsArbitrary, limitArbitrary, (rounds, limit) => {
        const { held } = simulate(rounds, limit)
        let at = 0
        const arrivals = rounds.flatMap(({ minutes, products }) => {
          at += minutes
          return products.map((product) => ({ at, product }))
        })
        const exceeding = arrivals.find(
          (arrival) => new Set(arrivals.filter(within(arrival.at)).map(({ product }) => product)).size > limit
        )
        expect(held[0]?.at).toBe(exceeding?.at)
      })
    )
  })

  it("are held to their end: whatever arrives while a hold is open joins it", () => {
    fc.assert(
      fc.property(roundsArbitrary, limitArbitrary, (rounds, limit) => {
        const { log, held } = simulate(rounds, limit)
        const [first] = held
        expect(log.every(({ at }) => first === undefined || at <= first.at)).toBe(true)
      })
    )
  })
})
