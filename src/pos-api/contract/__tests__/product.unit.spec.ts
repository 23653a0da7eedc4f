import { productSchema } from "../product"

const UUID = "0e6d7b58-cb5f-11f0-8de9-0242ac120002"
const VARIANT = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

describe("a product of the library", () => {
  it("is read with its nulls and empty lists as the interface writes them", () => {
    const reported = {
      uuid: UUID,
      categories: [],
      name: "Tröja",
      description: null,
      imageLookupKeys: [],
      presentation: null,
      category: { uuid: VARIANT, name: "Kläder" },
      externalReference: null,
      unitName: null,
      vatPercentage: "25",
      taxRates: null,
      online: null,
      variantOptionDefinitions: null,
      variants: [{ uuid: VARIANT, name: null, sku: null, barcode: null, price: null, costPrice: null, options: null }],
      metadata: { inPos: true, source: { name: "POS", external: false } },
      etag: "8C7D1B4D0F7A4F0E9D8B2C3A1E5F6071",
      updatedBy: VARIANT,
    }
    expect(productSchema.parse(reported)).toEqual(reported)
  })

  it("is read without the lists within it that are empty", () => {
    const read = (variantOptionDefinitions: object) =>
      productSchema.parse({ uuid: UUID, variantOptionDefinitions }).variantOptionDefinitions
    expect(read({})).toEqual({ definitions: [] })
    expect(read({ definitions: [{ name: "Storlek" }] })).toEqual({ definitions: [{ name: "Storlek", properties: [] }] })
  })

  it("is read without them, as events report it", () => {
    const reported = {
      uuid: UUID,
      organizationUuid: VARIANT,
      name: "Tröja",
      vatPercentage: "25",
      variants: [{ uuid: VARIANT, price: { amount: 29_900, currencyId: "SEK" } }],
      createdByUserUuid: VARIANT,
      updatedByUserUuid: VARIANT,
    }
    expect(productSchema.parse(reported)).toEqual(reported)
  })

  it.each([
    ["text", "25.5", "29900"],
    ["numbers", 25.5, 29_900],
  ])("has its rate and prices as %s", (_name, vatPercentage, amount) => {
    const price = { amount, currencyId: "SEK" }
    const reported = {
      uuid: UUID,
      vatPercentage,
      variants: [{ uuid: VARIANT, price, costPrice: price, vatPercentage }],
    }
    const read = { amount: 29_900, currencyId: "SEK" }
    expect(productSchema.parse(reported)).toEqual({
      uuid: UUID,
      vatPercentage: "25.5",
      variants: [{ uuid: VARIANT, price: read, costPrice: read, vatPercentage: "25.5" }],
    })
  })

  it.each([
    ["25.50", "25.5"],
    ["7.700", "7.7"],
    ["12.50500", "12.505"],
    ["25.000", "25"],
    ["25.", "25"],
    ["0.0", "0"],
    ["100", "100"],
    ["10.05", "10.05"],
    [12.5, "12.5"],
    ["moms 25.0", "moms 25.0"],
    ["moms 25.50", "moms 25.50"],
    ["25.50 %", "25.50 %"],
  ])("has one text for a rate, however it is written: %s is %s", (vatPercentage, text) => {
    expect(productSchema.parse({ uuid: UUID, vatPercentage }).vatPercentage).toBe(text)
  })

  it("may have no category, a category, and variants without price", () => {
    const variants = [{ uuid: VARIANT }, { uuid: UUID, price: null }]
    expect(productSchema.parse({ uuid: UUID, category: null, variants })).toEqual({
      uuid: UUID,
      category: null,
      variants,
    })
  })
})
