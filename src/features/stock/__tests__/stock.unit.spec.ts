import fc from "fast-check"
import { decimalText, NotADecimalError } from "../../../money/money"
import { inventoryBalanceChangedPayloadSchema } from "../../../pos-api/contract"
import { balanceChanges, subtractBalances } from "../rules"

const STORE = "00000000-0000-11ee-8000-0000000000aa"
const SOLD = "00000000-0000-11ee-8000-0000000000bb"
const PRODUCT = "00000000-0000-11ee-8000-000000000001"
const SHIRT = "00000000-0000-11ee-8000-000000000101"
const APPLES = "00000000-0000-11ee-8000-000000000102"

type Place = [locationUuid: string, variantUuid: string, balance: string]

const entries = (places: Place[]) =>
  places.map(([locationUuid, variantUuid, balance]) => ({ locationUuid, variantUuid, productUuid: PRODUCT, balance }))

const payload = (before: Place[], after: Place[]) => ({
  balanceBefore: entries(before),
  balanceAfter: entries(after),
})

describe("balanceChanges", () => {
  it("subtracts exactly, by location and variant, in whatever order they are listed", () => {
    const changes = balanceChanges(
      payload(
        [
          [STORE, SHIRT, "5"],
          [SOLD, SHIRT, "10"],
          [STORE, APPLES, "0.3"],
        ],
        [
          [STORE, APPLES, "0.1"],
          [SOLD, SHIRT, "11"],
          [STORE, SHIRT, "4"],
        ]
      )
    )
    expect(changes).toEqual([
      { locationUuid: STORE, productUuid: PRODUCT, variantUuid: APPLES, before: "0.3", after: "0.1", change: "-0.2" },
      { locationUuid: SOLD, productUuid: PRODUCT, variantUuid: SHIRT, before: "10", after: "11", change: "1" },
      { locationUuid: STORE, productUuid: PRODUCT, variantUuid: SHIRT, before: "5", after: "4", change: "-1" },
    ])
  })

  it("has the time, where the POS sent it", () => {
    const created = "2026-11-21T10:11:12.131+0000"
    const { balanceBefore, balanceAfter } = payload([], [[STORE, SHIRT, "5"]])
    const reported = { balanceBefore, balanceAfter: balanceAfter.map((entry) => ({ ...entry, created })) }
    expect(balanceChanges(reported)).toMatchObject([{ created }])
    expect(balanceChanges({ balanceBefore, balanceAfter })[0]).not.toHaveProperty("created")
  })

  it("takes a missing before as 0", () => {
    expect(balanceChanges(payload([], [[STORE, SHIRT, "5"]]))).toMatchObject([{ before: "0", change: "5" }])
  })

  it("leaves out what did not move, also when it is written otherwise", () => {
    expect(balanceChanges(payload([[STORE, SHIRT, "5.000"]], [[STORE, SHIRT, "5"]]))).toEqual([])
  })

  it("counts a variant that is listed twice once", () => {
    const twice = payload(
      [[STORE, SHIRT, "5"]],
      [
        [STORE, SHIRT, "4"],
        [STORE, SHIRT, "4"],
      ]
    )
    expect(balanceChanges(twice)).toMatchObject([{ change: "-1" }])
  })

  it("never takes a text that is no number for one", () => {
    const broken = payload([], [[STORE, SHIRT, "many"]])
    expect(() => balanceChanges(broken)).toThrow(NotADecimalError)
    expect(() => balanceChanges(broken)).toThrow('"many" is not a decimal number')
    expect(new NotADecimalError("many").name).toBe("NotADecimalError")
    expect(inventoryBalanceChangedPayloadSchema.safeParse(broken).success).toBe(false)
  })

  it("adds back to the balance after, for any two balances", () => {
    const thousandths = fc.integer({ min: -10_000_000, max: 10_000_000 })
    const text = (amount: number) => decimalText((amount / 1_000).toFixed(3))
    fc.assert(
      fc.property(thousandths, thousandths, (before, after) => {
        expect(subtractBalances(text(after), text(before))).toBe(text(after - before))
      })
    )
  })
})
