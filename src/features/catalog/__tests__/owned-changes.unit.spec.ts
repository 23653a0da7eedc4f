import { productSchema } from "../../../pos-api/contract"
import { type ImportedField, ownedChanges } from "../pos-product-mapping"
import { toProductContent } from "../product-mapping"
import { getImages, type StoreProduct, type StoreVariant } from "../store-product-mapping"
import { fullProduct } from "./full-product"

const basis = { currencyCode: "SEK", taxationMode: "INCLUSIVE", taxationType: "VAT" }
const uuid = "00000000-0000-11ee-8000-000000000002"
const uuids = new Map([["variant_1", uuid]])

/** What the POS has after a push of it, but for a change there. */
const changes = (
  { atPos = {}, ofVariant = {}, store = fullProduct }: { atPos?: object; ofVariant?: object; store?: StoreProduct },
  ...fields: ImportedField[]
) => {
  const categories = new Map([["cat_1", "00000000-0000-11ee-8000-000000000003"]])
  const ids = { productUuid: "00000000-0000-11ee-8000-000000000001", variantUuids: uuids, categoryUuids: categories }
  const { content } = toProductContent(store, ids, basis)
  const variants = (content.variants ?? []).map((variant) => ({ ...variant, ...ofVariant }))
  const remote = productSchema.parse({ ...content, variants, ...atPos })
  return ownedChanges({ store, remote, owned: (field) => fields.includes(field), uuids, basis })
}

const [sold] = fullProduct.variants
const withVariant = (change: Partial<StoreVariant>): StoreProduct => ({
  ...fullProduct,
  variants: sold ? [{ ...sold, ...change }] : [],
})

describe("what the store takes over from the POS", () => {
  it.each<[string, ImportedField, object, object]>([
    ["a name", "name", { name: "Kofta" }, { title: "Kofta" }],
    ["no empty name", "name", { name: null }, {}],
    ["a description", "description", { description: "Lätt" }, { description: "Lätt" }],
    ["that there is none", "description", { description: "" }, { description: null }],
    ["a unit", "unitName", { unitName: "st" }, { unitName: "st" }],
    ["that there is no unit", "unitName", { unitName: "" }, { unitName: null }],
    ["an image", "images", { presentation: { imageUrl: "ny.jpg" } }, { imageUrl: "ny.jpg" }],
    ["no image that it has", "images", { presentation: { imageUrl: fullProduct.images[0] } }, {}],
    ["not that there is no image", "images", { presentation: { imageUrl: null } }, {}],
    ["not that nothing is said of images", "images", { presentation: null }, {}],
    ["that there is no category", "category", { category: null }, { category: null, formerCategoryId: "cat_1" }],
    [
      "a category, in place of the one that the register showed",
      "category",
      { category: { uuid, name: "Rea" } },
      { category: { uuid, name: "Rea" }, formerCategoryId: "cat_1" },
    ],
    ["no category of the same name", "category", { category: { uuid, name: "Kläder" } }, {}],
  ])("%s", (_what, field, atPos, product) => {
    expect(changes({ atPos }, field).product).toEqual(product)
    expect(changes({ atPos }).product).toEqual({})
  })

  it("is a first category in place of none", () => {
    const store = { ...fullProduct, category: null }
    const category = { uuid, name: "Rea" }
    expect(changes({ store, atPos: { category } }, "category").product).toEqual({ category })
  })

  it("is no description of which the register shows the beginning", () => {
    const store = { ...fullProduct, description: `<p>${"Stickad i Borås. ".repeat(90)}</p>` }
    const shown = changes({ store, atPos: { description: "Stickad i Borås." } }, "description").product
    expect(shown).toEqual({ description: "Stickad i Borås." })
    const empty = { ...fullProduct, description: "<p> </p>" }
    expect(changes({ store: empty, atPos: { description: null } }, "description").product).toEqual({})
  })

  const price = { amount: 45_000, currencyId: "SEK" }
  /** the variant at the POS with the price that the store has until now, and with the new one */
  const fromAmount = (amount: number) => ({
    before: { uuid, price: { ...price, amount } },
    after: expect.objectContaining({ uuid, price }),
  })

  it.each<[string, ImportedField, object, Partial<StoreVariant>, object]>([
    ["a SKU", "sku", { sku: "NY" }, {}, { fields: { sku: "NY" } }],
    ["that there is no SKU", "sku", { sku: "" }, {}, { fields: { sku: null } }],
    ["no SKU that both lack", "sku", { sku: "" }, { sku: "" }, { fields: {} }],
    ["a barcode", "barcode", { barcode: "74" }, {}, { fields: { barcode: "74" } }],
    ["that there is no barcode", "barcode", { barcode: null }, {}, { fields: { barcode: null } }],
    ["no barcode that is the UPC", "barcode", { barcode: "1" }, { barcode: null, ean: "" }, { fields: {} }],
    ["a cost", "costPrice", { costPrice: { ...price, amount: 9_900 } }, {}, { fields: { costPrice: "99" } }],
    ["that no cost is known", "costPrice", { costPrice: null }, {}, { fields: { costPrice: null } }],
    ["no cost that both lack", "costPrice", { costPrice: null }, { costPrice: null }, { fields: {} }],
    ["a price", "price", { price }, {}, { fields: {}, price: "450", repriced: fromAmount(49_900) }],
    ["a first price", "price", { price }, { price: null }, { fields: {}, price: "450" }],
    ["no price that is shown already", "price", { price }, { price: "450" }, { fields: {} }],
    ["not that there is no price", "price", { price: null }, {}, { fields: {} }],
    ["nothing else", "name", { sku: "NY", barcode: "74", price, costPrice: price }, {}, { fields: {} }],
  ])("of a variant: %s", (_what, field, ofVariant, storeVariant, change) => {
    const found = changes({ ofVariant, store: withVariant(storeVariant) }, field)
    expect(found.variants).toEqual([{ id: "variant_1", ...change }])
  })

  it("is nothing of variants that the POS does not have", () => {
    expect(changes({ atPos: { variants: null } }, "price").variants).toEqual([])
    expect(
      changes({ store: fullProduct, atPos: { variants: [{ uuid: uuid.replace("2", "9") }] } }, "sku").variants
    ).toEqual([])
  })
})

describe("images of a product", () => {
  it("are its own and its variants', each once", () => {
    const [a, b] = ["https://store.example.com/a.jpg", "https://store.example.com/b.jpg"]
    expect(getImages(fullProduct)).toEqual([a, b])
    const shared = { ...fullProduct, variants: [null, String(a)].flatMap((image) => withVariant({ image }).variants) }
    expect(getImages(shared)).toEqual([a])
  })
})
