import { bigNumber, NonFiniteAmountError } from "../order-tables"

describe("numbers of rows", () => {
  it("are kept as decimal text with their precision", () => {
    expect(bigNumber("amount", "0.350")).toEqual({ amount: "0.35", raw_amount: { value: "0.35", precision: 20 } })
  })

  it.each([NaN, "x", Infinity, "-Infinity"])("[D09] are never %s", (value) => {
    expect(() => bigNumber("amount", value)).toThrow(NonFiniteAmountError)
  })
})
