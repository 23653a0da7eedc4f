import { findStockChange } from "../rules"

describe("a suspicious stock level", () => {
  it.each([
    ["becomes 0", "12", "0", "stock_zero"],
    ["becomes negative", "12", "-3", "stock_zero"],
    ["rises by more than the factor", "12", "1201", "stock_jump"],
    ["falls by more than the factor", "1000", "9", "stock_jump"],
    ["not one that changes by the factor", "12", "1200", null],
    ["not one that was 0", "0", "500", null],
    ["not one that was negative", "-2", "0", null],
    ["not a sale", "12", "11", null],
  ])("%s", (_name, before, after, kind) => {
    expect(findStockChange(before, after, 100)).toBe(kind)
  })
})
