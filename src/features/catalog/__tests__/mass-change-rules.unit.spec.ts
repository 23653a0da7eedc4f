import type { PosVariant, ProductContent } from "../../../pos-api/contract"
import { isApproved } from "../../holds/rules"
import { findSuspicious } from "../mass-change-rules"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const price = (amount: number, currencyId = "SEK") => ({ amount, currencyId })

const content = (shown: PosVariant["price"], change: Partial<ProductContent> = {}): ProductContent => ({
  uuid: uuid(1),
  name: "Tröja",
  presentation: { imageUrl: "https://image.example/1.png" },
  variants: [{ uuid: uuid(2), name: "M", price: shown }],
  ...change,
})

describe("a suspicious change", () => {
  it.each([
    ["a price that becomes 0", price(24_900), price(0), ["price_zero"]],
    ["a price that disappears", price(24_900), null, ["price_zero"]],
    ["a price that falls by more than the factor", price(300), price(99), ["price_drop"]],
    ["a price that rises by more than the factor", price(100), price(301), ["price_rise"]],
    ["not a price that changes by the factor", price(300), price(100), []],
    ["not a price that was 0", price(0), price(24_900), []],
    ["not a price in another currency", price(24_900), price(10, "EUR"), []],
    ["not a first price", null, price(1), []],
    ["not a price that belongs to the POS", price(24_900), undefined, []],
  ])("is %s", (_name, before, after, kinds) => {
    expect(findSuspicious(content(before), content(after), 3).map(({ kind }) => kind)).toEqual(kinds)
  })

  it("is an image that disappears, not one that the store does not write", () => {
    const without = (presentation: ProductContent["presentation"]) => content(price(1), { presentation })
    const kinds = (store: ProductContent) => findSuspicious(content(price(1)), store, 3).map(({ kind }) => kind)
    expect(kinds(without({ imageUrl: null }))).toEqual(["image_removed"])
    expect(kinds(without(undefined))).toEqual([])
    expect(kinds(without({ imageUrl: "https://image.example/2.png" }))).toEqual([])
  })

  it("has what the POS has and what it would get, by variant", () => {
    expect(findSuspicious(content(price(24_900)), content(price(0)), 3)).toEqual([
      { kind: "price_zero", variant_uuid: uuid(2), variant: "M", before: price(24_900), after: price(0) },
    ])
  })

  it("is approved only with the same new value", () => {
    const planned = (after: number) => findSuspicious(content(price(24_900)), content(price(after)), 3)
    expect(isApproved(planned(0), planned(0))).toBe(true)
    expect(isApproved(planned(0), planned(1))).toBe(false)
    expect(isApproved([], planned(0))).toBe(false)
  })
})
