import fc from "fast-check"
import { addBalances, classifyLostMovement } from "../rules"

/** Thousandths of a kilogram, as a scale sells apples. */
const quantity = fc.integer({ min: -50_000, max: 50_000 }).map((grams) => `${(grams / 1_000).toFixed(3)}`)
const moved = quantity.filter((change) => Number(change) !== 0)

const lost = { change: "-3", ledger: "7", changedSince: null, looks: 0 }

describe("what became of a movement whose answer was lost", () => {
  it("is known at once where all that moved was reported of", () => {
    fc.assert(
      fc.property(quantity, moved, fc.array(quantity), fc.boolean(), (began, change, reported, isApplied) => {
        const untouched = reported.reduce((level, item) => addBalances(level, item), began)
        const ledger = addBalances(untouched, change)
        const pos = isApplied ? ledger : untouched
        expect(classifyLostMovement({ ...lost, change, ledger, pos })).toBe(isApplied ? "applied" : "lost")
      })
    )
  })

  it("is waited for where something moved that nobody has reported of, three times at most", () => {
    expect(classifyLostMovement({ ...lost, pos: "5" })).toBe("wait")
    expect(classifyLostMovement({ ...lost, pos: "5", looks: 1 })).toBe("wait")
    // 2 of 7 + -3 - … are nearer to what it would be with ours.
    expect(classifyLostMovement({ ...lost, pos: "5", looks: 2 })).toBe("applied")
    expect(classifyLostMovement({ ...lost, pos: "12", looks: 2 })).toBe("lost")
  })

  it.each([
    ["the level that it would have made", "7", 0],
    ["another level", "5", 0],
    ["another level for the last time", "5", 2],
  ])(
    "is lost where the row has not changed since, with %s: a sale before it was not reported of",
    (_name, pos, looks) => {
      expect(classifyLostMovement({ ...lost, pos, looks, changedSince: false })).toBe("lost")
    }
  )

  it("is waited for where the level is the old one and its row is not", () => {
    const back = { ...lost, pos: "10.000", changedSince: true }
    expect(classifyLostMovement(back)).toBe("wait")
    expect(classifyLostMovement({ ...back, changedSince: false })).toBe("lost")
    expect(classifyLostMovement({ ...back, looks: 2 })).toBe("lost")
  })
})
