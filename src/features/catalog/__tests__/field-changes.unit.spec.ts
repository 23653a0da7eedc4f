import type { ProductContent } from "../../../pos-api/contract"
import { diffFields } from "../field-changes"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const price = (amount: number) => ({ amount, currencyId: "SEK" })

const variant = (number: number, name: string | null, amount = 100) => ({
  uuid: uuid(number),
  sku: `SKU-${number}`,
  price: price(amount),
  name,
})

const content = (change: Partial<ProductContent> = {}): ProductContent => ({
  uuid: uuid(1),
  name: "Tröja",
  description: "Varm",
  variants: [variant(2, "M"), variant(3, "L")],
  ...change,
})

const changed = (before: ProductContent, store: ProductContent) => diffFields(before, store).map(({ field }) => field)

describe("what would change of a product at the POS", () => {
  it("is reported by field with the old and the new value", () => {
    expect(diffFields(content({ name: "Jacka" }), content())).toEqual([
      { field: "name", before: "Jacka", after: "Tröja" },
    ])
    expect(diffFields(content({ description: null }), content())).toEqual([
      { field: "description", before: null, after: "Varm" },
    ])
  })

  it("is notified of a variant by its name, field by field", () => {
    const store = content({ variants: [variant(2, "M", 250), variant(3, "L")] })
    expect(diffFields(content(), store)).toEqual([{ field: "variants.M.price", before: price(100), after: price(250) }])
  })

  it.each([
    ["the store's name before the POS's", "Medel", "M", "variants.M.price"],
    ["the POS's name where the store has none", "Medel", null, "variants.Medel.name|variants.Medel.price"],
    ["its SKU where it has no name", null, null, "variants.SKU-2.price"],
    ["its SKU where its name is empty", "", "", "variants.SKU-2.price"],
  ])("calls a variant by %s", (_name, atPos, inStore, fields) => {
    const before = content({ variants: [variant(2, atPos, 1)] })
    const store = content({ variants: [variant(2, inStore)] })
    const reported = changed(before, store).filter((field) => !field.endsWith(".name") || inStore === null)
    expect(reported.sort().join("|")).toBe(fields)
  })

  it("calls a variant without name and SKU by its UUID", () => {
    const nameless = (amount: number) => ({ uuid: uuid(2), price: price(amount) })
    const [before, store] = [content({ variants: [nameless(1)] }), content({ variants: [nameless(2)] })]
    expect(changed(before, store)).toEqual([`variants.${uuid(2)}.price`])
  })

  it("is notified of variants that come and go, the store's own first", () => {
    const before = content({ variants: [variant(3, "L"), variant(4, "XL")] })
    expect(diffFields(before, content())).toEqual([
      { field: "variants.M", before: null, after: variant(2, "M") },
      { field: "variants.XL", before: variant(4, "XL"), after: null },
    ])
  })

  it("calls one that comes or goes by what is known of it", () => {
    const [bare, other] = [{ uuid: uuid(2) }, { uuid: uuid(3) }]
    const fields = (before: ProductContent["variants"], after: ProductContent["variants"]) =>
      changed(content({ variants: before }), content({ variants: after }))
    expect(fields([variant(4, null)], [variant(5, "")])).toEqual(["variants.SKU-5", "variants.SKU-4"])
    expect(fields([bare], [other])).toEqual([`variants.${uuid(3)}`, `variants.${uuid(2)}`])
  })

  it("is nothing where only null and absent, or the order of members, differ", () => {
    const before = content({
      unitName: null,
      variants: [{ price: price(100), name: "M", uuid: uuid(2), sku: "SKU-2" }, variant(3, "L")],
    })
    expect(diffFields(before, content({ description: "Varm" }))).toEqual([])
    expect(diffFields(content({ variants: [] }), content({ variants: null }))).toEqual([])
  })

  it("is nothing of what the store does not write", () => {
    const before = { ...content(), presentation: { backgroundColor: "#ff0000" }, madeUp: 1 }
    expect(diffFields(before, content())).toEqual([])
  })
})
