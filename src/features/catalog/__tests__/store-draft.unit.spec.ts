import { productSchema } from "../../../pos-api/contract"
import { draftTitle, toProductDraft } from "../pos-product-mapping"

const uuid = (number: number) => `00000000-0000-1000-8000-${String(number).padStart(12, "0")}`
const basis = { currencyCode: "sek", taxationMode: "INCLUSIVE", taxationType: "VAT" }

const product = (fields: object) => productSchema.parse({ uuid: uuid(1), name: "Tröja", ...fields })
const draft = (fields: object) => toProductDraft(product(fields), { taxRate: "25", priceIncludesTax: true }, basis)

const size = (value: string) => ({ name: "Storlek", value })
const colour = (value: string) => ({ name: "Färg", value })
const definitions = ["Storlek", "Färg", "Storlek"].map((name) => ({ name, properties: [{ value: "x" }] }))

describe("a draft of a product that the POS has", () => {
  it.each([[null], [undefined], [[]]])("has one variant where there are none: %j", (variants) => {
    expect(draft({ variants })).toMatchObject({
      options: [{ title: "Default option", values: ["Default option value"] }],
      variants: [
        {
          title: "Tröja",
          sku: null,
          barcode: null,
          price: null,
          costPrice: null,
          options: { "Default option": "Default option value" },
        },
      ],
    })
  })

  it("has what is set, in the store's words", () => {
    const variant = {
      uuid: uuid(2),
      name: "M",
      sku: "T-M",
      barcode: "73",
      price: { amount: 49_900, currencyId: "SEK" },
      costPrice: { amount: 12_050, currencyId: "SEK" },
    }
    const shown = { description: "Varm", unitName: "st", presentation: { imageUrl: "https://a.example/1.png" } }
    expect(draft({ ...shown, category: { uuid: uuid(3), name: "Kläder" }, variants: [variant] })).toEqual({
      title: "Tröja",
      description: "Varm",
      unitName: "st",
      imageUrl: "https://a.example/1.png",
      categoryName: "Kläder",
      options: [{ title: "Default option", values: ["Default option value"] }],
      variants: [
        {
          title: "M",
          sku: "T-M",
          barcode: "73",
          price: "499",
          costPrice: "120.5",
          options: { "Default option": "Default option value" },
        },
      ],
    })
    expect(draft({ description: "", unitName: "", presentation: { imageUrl: "" }, category: null })).toMatchObject({
      description: null,
      unitName: null,
      imageUrl: null,
      categoryName: null,
    })
  })

  it("has the options that are defined, each once, with the values that are used", () => {
    const variants = [
      { uuid: uuid(2), options: [size("M"), colour("Röd"), { name: "Okänd", value: "?" }] },
      { uuid: uuid(3), name: "Stor", options: [size("L"), colour("Röd")] },
    ]
    expect(draft({ variantOptionDefinitions: { definitions }, variants })).toMatchObject({
      options: [
        { title: "Storlek", values: ["M", "L"] },
        { title: "Färg", values: ["Röd"] },
      ],
      variants: [
        { title: "M", options: { Storlek: "M", Färg: "Röd" } },
        { title: "Stor", options: { Storlek: "L", Färg: "Röd" } },
      ],
    })
    expect(
      Object.keys(draft({ variantOptionDefinitions: { definitions }, variants }).variants[0]?.options ?? {})
    ).toEqual(["Storlek", "Färg"])
  })

  it.each([
    ["a value is missing", [[size("M"), colour("Röd")], [size("L")]]],
    ["a variant has none", [[size("M"), colour("Röd")], null]],
    [
      "two have the same",
      [
        [size("M"), colour("Röd")],
        [size("M"), colour("Röd")],
      ],
    ],
  ])("names the variants instead where %s", (_what, options) => {
    const variants = options.map((chosen, index) => ({
      uuid: uuid(index + 2),
      sku: index === 0 ? "A" : null,
      options: chosen,
    }))
    expect(draft({ variantOptionDefinitions: { definitions }, variants }).options).toEqual([
      { title: "Variant", values: ["A", "2"] },
    ])
  })

  it("gives equal names a number", () => {
    const variants = ["Lika", "Lika (2)", "Lika", "Lika"].map((name, index) => ({ uuid: uuid(index + 2), name }))
    expect(draft({ variants }).options[0]?.values).toEqual(["Lika", "Lika (2)", "Lika (3)", "Lika (4)"])
    const coded = [
      { uuid: uuid(2), barcode: "73" },
      { uuid: uuid(3), sku: "S", barcode: "74" },
    ]
    expect(draft({ variants: coded }).options[0]?.values).toEqual(["73", "S"])
  })

  it.each([
    [{ name: " Tröja " }, "Tröja"],
    [{ name: " ", variants: [{ uuid: uuid(2), name: " M ", sku: "S" }] }, "M"],
    [{ name: null, variants: [{ uuid: uuid(2), name: "", sku: " S " }] }, "S"],
    [{ name: null, variants: [{ uuid: uuid(2), barcode: "73" }] }, "73"],
    [{ name: null, variants: [{ uuid: uuid(2) }] }, "POS 00000000"],
    [{ name: null, variants: null }, "POS 00000000"],
  ])("finds a name for people: %j", (fields, title) => {
    expect(draftTitle(product(fields))).toBe(title)
  })
})
