import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { productSchema } from "../../../pos-api/contract"
import { diffProduct } from "../field-changes"
import { type OwnableField, seenAs } from "../field-ownership"
import { classifyVersion, ownedChanges, toProductDraft } from "../pos-product-mapping"
import { sellingPrice, storePrice } from "../price-rules"
import type { StoreProduct } from "../store-product-mapping"

const uuid = (number: number) => `00000000-0000-1000-8000-${String(number).padStart(12, "0")}`

const swedish = { currencyCode: "sek", taxationMode: "INCLUSIVE", taxationType: "VAT" }
const untaxed = { taxRate: "25", priceIncludesTax: false }

const sweater = {
  uuid: uuid(1),
  name: "Tröja",
  description: null,
  vatPercentage: "25",
  variants: [
    { uuid: uuid(2), name: "M", sku: "T-M", price: { amount: 49_900, currencyId: "SEK" } },
    { uuid: uuid(3), name: "L", sku: "T-L", price: { amount: 49_900, currencyId: "SEK" } },
  ],
}

/** As the library shows it: every member, null when unset, and what only the POS writes. */
const shown = (change: object = {}) =>
  productSchema.parse({
    ...sweater,
    categories: [],
    imageLookupKeys: [],
    variants: sweater.variants.map((variant) => ({ ...variant, barcode: null, vatPercentage: "25", options: null })),
    etag: '"1"',
    updated: "2026-11-21T10:11:12.131Z",
    ...change,
  })

const classify = (change: object, owned: OwnableField[] = []) => classifyVersion(sweater, shown(change), new Set(owned))

describe("what a version of a product at the POS is", () => {
  it("an echo, however the POS fills it in", () => {
    expect(classify({})).toEqual({ differs: false, edits: [], posContent: null })
  })

  it("an echo of what was sent with empty lists and a rate of its own writing", () => {
    const sent = { ...sweater, imageLookupKeys: [], presentation: { imageUrl: null } }
    const { categories: _categories, imageLookupKeys: _keys, ...reported } = shown({ vatPercentage: "25.0" })
    expect(classifyVersion(sent, productSchema.parse(reported), new Set())).toEqual({
      differs: false,
      edits: [],
      posContent: null,
    })
    expect(
      classifyVersion({ ...sent, imageLookupKeys: ["a.png"] }, productSchema.parse(reported), new Set()).differs
    ).toBe(true)
  })

  it("[D24] an echo where variants have different members, and no patch names one that a variant lacks", () => {
    const member = fc.constantFrom("description", "barcode", "sku", "name")
    const variants = fc.uniqueArray(fc.tuple(fc.nat(20), fc.dictionary(member, fc.string())), {
      selector: ([number]) => number,
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(variants, fc.string(), (all, atPos) => {
        const sent = {
          ...sweater,
          variants: all.map(([number, members]) => ({ uuid: uuid(number), ...members })),
        }
        const remote = productSchema.parse({
          ...sent,
          variants: sent.variants.map((variant) => ({
            description: atPos,
            barcode: atPos,
            sku: atPos,
            name: atPos,
            vatPercentage: "25",
            ...variant,
          })),
        })
        expect(classifyVersion(sent, remote, new Set()).differs).toBe(false)
        const next = {
          ...sent,
          variants: sent.variants.map((variant) => ({ ...variant, price: { amount: 1, currencyId: "SEK" } })),
        }
        const patch = diffProduct(seenAs(remote, next), next)
        for (const variant of patch?.variants ?? []) {
          const own = next.variants.find((item) => item.uuid === variant.uuid)
          expect(Object.keys(variant).filter((name) => !(name in (own ?? {})))).toEqual([])
        }
      })
    )
  })

  it("an echo of a product that was adopted as the POS had it", () => {
    expect(classifyVersion(shown(), shown({ etag: '"2"', updated: "2026-11-22T00:00:00Z" }), new Set()).differs).toBe(
      false
    )
    expect(classifyVersion(shown(), shown({ name: "Kofta" }), new Set()).differs).toBe(true)
  })

  it("something to restore, when it differs in what the store owns", () => {
    expect(classify({ name: "Kofta" })).toMatchObject({
      differs: true,
      edits: [{ field: "name", before: "Kofta", after: sweater.name }],
    })
    expect(classify({ vatPercentage: "12" }).differs).toBe(true)
    expect(classify({ variants: sweater.variants.slice(1) }).differs).toBe(true)
    const dearer = sweater.variants.map((item) => ({ ...item, price: { amount: 1, currencyId: "SEK" } }))
    expect(classify({ variants: dearer }).differs).toBe(true)
  })

  it("nothing to restore in what the POS owns, which is kept", () => {
    expect(classify({ name: "Kofta" }, ["name"])).toEqual({ differs: false, edits: [], posContent: { name: "Kofta" } })
    expect(classify({ presentation: { backgroundColor: "#ff0000" } })).toEqual({
      differs: false,
      edits: [],
      posContent: { presentation: { backgroundColor: "#ff0000" } },
    })
  })
})

describe("a price on its way back into the store", () => {
  const basis = fc.record({
    currencyCode: fc.constantFrom("sek", "jpy", "kwd"),
    taxationMode: fc.constantFrom("INCLUSIVE", "EXCLUSIVE", null),
    taxationType: fc.constantFrom("VAT", "SALES_TAX", "NONE"),
  })
  const tax = fc.record({
    taxRate: fc.constantFrom("25", "25.5", "12", "0", "7.7", null),
    priceIncludesTax: fc.constantFrom(true, false, null),
  })

  it("makes the POS show the very same again, in every currency and taxation", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), tax, basis, (amount, storeTax, priceBasis) => {
        const price = storePrice(amount, storeTax, priceBasis)
        expect(sellingPrice(price, storeTax, priceBasis).amount).toBe(amount)
      }),
      examples(2_000)
    )
  })
})

describe("a product of the POS as a draft of the store", () => {
  const draft = (change: object) => toProductDraft(shown(change), untaxed, swedish)

  it("has the POS's words, and prices as the store writes them", () => {
    expect(draft({ unitName: "kg", category: { uuid: uuid(9), name: "Kläder 東京" } })).toEqual({
      title: "Tröja",
      description: null,
      unitName: "kg",
      imageUrl: null,
      categoryName: "Kläder 東京",
      options: [{ title: "Variant", values: ["M", "L"] }],
      variants: [
        { title: "M", sku: "T-M", barcode: null, options: { Variant: "M" }, price: "399.2", costPrice: null },
        { title: "L", sku: "T-L", barcode: null, options: { Variant: "L" }, price: "399.2", costPrice: null },
      ],
    })
  })

  it("keeps the POS's options, unless they do not distinguish the variants", () => {
    const definitions = [{ name: "Storlek", properties: [{ value: "M" }, { value: "L" }] }]
    const of = (values: string[]) =>
      draft({
        variantOptionDefinitions: { definitions },
        variants: values.map((value, index) => ({ uuid: uuid(index + 2), options: [{ name: "Storlek", value }] })),
      })
    expect(of(["M", "L"])).toMatchObject({
      options: [{ title: "Storlek", values: ["M", "L"] }],
      variants: [{ title: "M", price: null }, { title: "L" }],
    })
    expect(of(["M", "M"]).options).toEqual([{ title: "Variant", values: ["1", "2"] }])
  })

  it("finds names where there are none, and makes equal ones differ", () => {
    expect(draft({ name: " ", variants: [{ uuid: uuid(2), sku: "ABC" }] })).toMatchObject({
      title: "ABC",
      options: [{ title: "Default option" }],
      variants: [{ title: "ABC" }],
    })
    expect(draft({ name: null, variants: [] })).toMatchObject({ title: "POS 00000000", variants: [{ price: null }] })
    const same = Array.from({ length: 99 }, (_, index) => ({ uuid: uuid(index + 2), name: "Lika" }))
    const { options, variants } = draft({ variants: same })
    expect(new Set(options[0]?.values).size).toBe(99)
    expect(variants.map(({ options: chosen }) => chosen.Variant)).toEqual(options[0]?.values)
  })
})

describe("what of a product of the store follows the POS", () => {
  const store: StoreProduct = {
    id: "prod_1",
    title: "Tröja",
    handle: "troja",
    description: "<p>Varm</p>",
    category: null,
    options: [],
    taxRate: "25",
    unitName: null,
    images: ["https://store.example.com/1.jpg"],
    variants: [
      {
        id: "variant_1",
        title: "M",
        sku: "T-M",
        barcode: null,
        ean: "73",
        upc: null,
        options: {},
        price: "399.2",
        priceIncludesTax: false,
        costPrice: null,
        image: null,
      },
    ],
  }
  const uuids = new Map([["variant_1", uuid(2)]])
  const all = () => true
  const of = (change: object, owned: (field: string) => boolean = all) =>
    ownedChanges({ store, remote: shown({ description: "Varm", ...change }), owned, uuids, basis: swedish })

  it("is nothing when both have the same", () => {
    const variants = [{ ...sweater.variants[0], barcode: "73" }]
    expect(of({ variants })).toEqual({ productId: "prod_1", product: {}, variants: [{ id: "variant_1", fields: {} }] })
  })

  it("is what the POS owns, and no more", () => {
    const after = { uuid: uuid(2), sku: "NY", barcode: "74", price: { amount: 50_000, currencyId: "SEK" } }
    const variants = [after]
    const repriced = { before: { uuid: uuid(2), price: { amount: 49_900, currencyId: "SEK" } }, after }
    expect(of({ name: "Kofta", variants }, (field) => field === "price" || field === "name")).toEqual({
      productId: "prod_1",
      product: { title: "Kofta" },
      variants: [{ id: "variant_1", fields: {}, price: "400", repriced }],
    })
    expect(of({ name: "", unitName: "kg", variants }).product).toEqual({ unitName: "kg" })
    expect(of({ variants }).variants).toEqual([
      { id: "variant_1", fields: { sku: "NY", barcode: "74" }, price: "400", repriced },
    ])
  })
})
