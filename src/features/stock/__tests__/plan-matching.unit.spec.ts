import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { planMoves } from "../plan-matching"

const quantity = fc.integer({ min: 0, max: 20 })

/** A few inventory items with levels, and variants of one or two of them. */
const cases = fc.record({
  items: fc.array(fc.record({ atMain: quantity, elsewhere: quantity }), { minLength: 1, maxLength: 4 }),
  variants: fc.array(
    fc.record({
      level: fc.integer({ min: -2, max: 20 }),
      parts: fc.uniqueArray(fc.record({ item: fc.nat({ max: 3 }), required: fc.integer({ min: 1, max: 3 }) }), {
        selector: ({ item }) => item,
        minLength: 1,
        maxLength: 2,
      }),
    }),
    { minLength: 1, maxLength: 6 }
  ),
})

describe("initial matching with the POS's levels", () => {
  it("[D05] moves each item at most once, to the POS's level, and never below 0", () => {
    fc.assert(
      fc.property(cases, ({ items, variants }) => {
        const known = variants.map(({ level, parts }, index) => ({
          linkId: `link-${index}`,
          variantId: `variant-${index}`,
          level: String(level),
          parts: parts.filter(({ item }) => item < items.length),
        }))
        const rows = known.flatMap(({ variantId, parts }) =>
          parts.map(({ item, required }) => {
            const { atMain = 0, elsewhere = 0 } = items[item] ?? {}
            return {
              variant_id: variantId,
              inventory_item_id: `item-${item}`,
              required_quantity: String(required),
              available: String(atMain + elsewhere),
              at_main: String(atMain),
            }
          })
        )
        const { changes, leftOpen } = planMoves(known, rows, [])
        expect(new Set([...changes.keys(), ...leftOpen.keys()])).toEqual(new Set(known.map(({ linkId }) => linkId)))
        const isSingle = ({ parts }: (typeof known)[number]) => parts.length === 1 && parts[0]?.required === 1
        items.forEach(({ atMain, elsewhere }, item) => {
          const alike = known.filter((variant) => isSingle(variant) && variant.parts[0]?.item === item)
          const moved = alike.map(({ linkId }) => Number(changes.get(linkId) ?? 0)).filter((change) => change !== 0)
          expect(moved.length).toBeLessThanOrEqual(1)
          const change = moved[0] ?? 0
          expect(atMain + Math.min(change, 0)).toBeGreaterThanOrEqual(0)
          const settled = alike.filter(({ linkId }) => changes.has(linkId))
          settled.forEach(({ level }) => expect(atMain + elsewhere + change).toBe(Number(level)))
        })
        known
          .filter((variant) => !isSingle(variant))
          .forEach(({ linkId }) => expect(Number(changes.get(linkId) ?? 0)).toBe(0))
      }),
      examples(500)
    )
  })

  it("[D05] leaves a variant to a person that another one of the same item contradicts in the ledger", () => {
    const part = { variant_id: "v", inventory_item_id: "i", required_quantity: "1", available: "10", at_main: "10" }
    const variant = { linkId: "l", variantId: "v", level: "6" }
    const ledger = { inventory_item_id: "i", variant_link_id: "other", pos_balance: "10" }
    expect(planMoves([variant], [part], [ledger]).leftOpen.get("l")).toBe("contradiction")
    expect(planMoves([variant], [part], [{ ...ledger, pos_balance: "6" }]).changes.get("l")).toBe("-4")
  })
})
