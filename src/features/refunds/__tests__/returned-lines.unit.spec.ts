import { differenceLine, type ReceiptLine } from "../../purchases/receipt-line-mapping"
import { findReturnedLines, type ReturnableLine } from "../rules"

const row = (fields: Partial<ReceiptLine> = {}): ReceiptLine => ({
  ...differenceLine("100"),
  kind: "product",
  title: "Tröja",
  ...fields,
})

const line = (id: string, fields: Partial<ReturnableLine> = {}): ReturnableLine => ({
  id,
  kind: "product",
  variantUuid: null,
  sku: null,
  giftCardUuid: null,
  title: "Tröja",
  unitPrice: "100",
  left: "1",
  ...fields,
})

const found = (rows: ReceiptLine[], lines: ReturnableLine[]) =>
  findReturnedLines(rows, lines).map(({ id, quantity }) => `${quantity} of ${id}`)

/** Stays with the customer, so that not everything is back. */
const kept = line("kept", { variantUuid: "kept", title: "Mössa" })

describe("what of a sale a refund takes back", () => {
  it.each<[string, Partial<ReceiptLine>, Partial<ReturnableLine>, boolean]>([
    ["the same variant, whatever it is called and costs", { variantUuid: "v", title: "A" }, { variantUuid: "v" }, true],
    ["another variant of the same words", { variantUuid: "v" }, { variantUuid: "w" }, false],
    ["the SKU, where one side knows no variant", { variantUuid: "v", sku: "T", title: "A" }, { sku: "T" }, true],
    ["the SKU, where the other side knows none", { sku: "T", title: "A" }, { variantUuid: "v", sku: "T" }, true],
    ["another SKU of the same words", { sku: "T" }, { sku: "U" }, false],
    ["the words, where there is no SKU", {}, { variantUuid: "v", sku: "T" }, true],
    ["other words", { title: "Kofta" }, {}, false],
    ["a gift card", { kind: "gift-card", giftCardUuid: "g" }, { kind: "gift-card", giftCardUuid: "g" }, true],
    [
      "another gift card of the same price",
      { kind: "gift-card", giftCardUuid: "g" },
      { kind: "gift-card", giftCardUuid: "h" },
      false,
    ],
    [
      "a gift card without its UUID by its price",
      { kind: "gift-card", giftCardUuid: "g" },
      { kind: "gift-card", unitPrice: "100.00" },
      true,
    ],
    [
      "a gift card of another price",
      { kind: "gift-card" },
      { kind: "gift-card", giftCardUuid: "g", unitPrice: "50" },
      false,
    ],
    ["a gift card whose UUID the refund lacks", { kind: "gift-card" }, { kind: "gift-card", giftCardUuid: "g" }, true],
    ["an amount that was typed in", { kind: "custom-amount", title: "A" }, { kind: "custom-amount" }, true],
    ["an amount of another price", { kind: "custom-amount" }, { kind: "custom-amount", unitPrice: "99" }, false],
    ["what is of another kind", { kind: "custom-amount" }, {}, false],
    ["a service charge", { kind: "service-charge" }, { kind: "service-charge" }, true],
  ])("is reported by %s: %#", (_what, sold, of, isSame) => {
    expect(found([row(sold)], [line("sold", of), kept])).toEqual(isSame ? ["1 of sold"] : [])
  })

  it("is the line of the same price, then of the same words", () => {
    const same = { variantUuid: "v" }
    const lines = [
      line("dear", { ...same, unitPrice: "200" }),
      line("other words", { ...same, title: "Kofta" }),
      line("this", same),
      kept,
    ]
    expect(found([row(same)], lines)).toEqual(["1 of this"])
    expect(found([row({ ...same, title: "Jacka", unitPrice: "200" })], lines)).toEqual(["1 of dear"])
    expect(found([row({ ...same, title: "Kofta", unitPrice: "1" })], lines)).toEqual(["1 of other words"])
  })

  it("is no more of a line than there is left of it, and then of the next", () => {
    const lines = [line("a", { left: "0.350" }), line("b", { left: "2" }), line("gone", { left: "0" }), kept]
    expect(found([row({ quantity: "1.5" })], lines)).toEqual(["0.35 of a", "1.15 of b"])
    expect(found([row({ quantity: "1" }), row({ quantity: "1" })], lines)).toEqual(["0.35 of a", "1.65 of b"])
    expect(found([row({ quantity: "9" })], lines)).toEqual(["0.35 of a", "2 of b"])
  })

  it("is also what no row of a refund names, when all that can come back is back", () => {
    const extras = [
      line("tip", { kind: "tip", unitPrice: "10" }),
      line("difference", { kind: "difference", unitPrice: "-1" }),
      line("delivery", { kind: "service-charge", unitPrice: "49" }),
    ]
    expect(found([row()], [line("sold"), ...extras])).toEqual(["1 of sold", "1 of tip", "1 of difference"])
    expect(found([row()], [line("sold", { left: "2" }), ...extras])).toEqual(["1 of sold"])
    const goneBefore = extras.map((extra) => ({ ...extra, left: "0" }))
    expect(found([row()], [line("sold"), ...goneBefore])).toEqual(["1 of sold"])
  })

  it("is nothing of what belongs to no line", () => {
    expect(found([row({ kind: "difference" })], [kept])).toEqual([])
    expect(found([], [line("sold"), kept])).toEqual([])
  })
})
