import fc from "fast-check"
import { productPatchSchema } from "../../../pos-api/contract"
import { patchProduct } from "../../../../packages/pos-sandbox/src/products/product-rules"
import { diffProduct, fingerprint } from "../field-changes"
import { toProductContent, UnlinkedVariantError } from "../product-mapping"
import { validateProduct } from "../product-validation"
import type { StoreProduct } from "../store-product-mapping"

const PRODUCT_UUID = "00000000-0000-11ee-8000-000000000001"

const storeProduct = (change: Partial<StoreProduct> = {}): StoreProduct => ({
  id: "prod_1",
  title: "Tröja",
  handle: "troja",
  description: "<p>Varm &amp; mjuk</p>",
  category: { id: "cat_1", name: "Kläder" },
  options: [{ title: "Storlek" }, { title: "Färg" }],
  variants: ["M", "L"].map((size) => ({
    id: `variant_${size}`,
    title: `${size} / Röd`,
    sku: `T-${size}`,
    barcode: null,
    ean: "7300000000001",
    upc: "1",
    options: { Storlek: size, Färg: "Röd" },
    price: "499.00",
    priceIncludesTax: true,
    costPrice: null,
    image: null,
  })),
  taxRate: "25",
  unitName: null,
  images: [],
  ...change,
})

const map = (product: StoreProduct, basis: Partial<Parameters<typeof toProductContent>[2]> = {}) =>
  toProductContent(
    product,
    {
      productUuid: PRODUCT_UUID,
      variantUuids: new Map(
        product.variants.map(({ id }, index) => [
          id,
          `00000000-0000-11ee-8000-${String(index + 100).padStart(12, "0")}`,
        ])
      ),
      categoryUuids: new Map([["cat_1", "00000000-0000-11ee-8000-000000000009"]]),
    },
    { currencyCode: "sek", taxationMode: "INCLUSIVE", taxationType: "VAT", ...basis }
  )

describe("toProductContent", () => {
  it("leaves out a handle that is too long, which Medusa makes of a long title, and says so", () => {
    const titled = { title: "東京 ".concat("mycket lång titel ".repeat(14)).trim(), handle: "lang-titel-".repeat(12) }
    const { content, notes } = map(storeProduct(titled))
    expect(content.externalReference).toBeNull()
    expect(notes).toEqual(["The handle has 132 characters, at most 128 are taken; it is left out."])
    expect(validateProduct(content, "sek")).toEqual([])
    expect(map(storeProduct({ handle: "h".repeat(128) }))).toMatchObject({
      content: { externalReference: "h".repeat(128) },
      notes: [],
    })
  })

  it("writes names, options, identifiers, price and tax in the POS's words", () => {
    expect(map(storeProduct()).content).toMatchObject({
      uuid: PRODUCT_UUID,
      name: "Tröja",
      description: "Varm & mjuk",
      externalReference: "troja",
      vatPercentage: "25",
      createWithDefaultTax: false,
      category: { name: "Kläder" },
      variantOptionDefinitions: {
        definitions: [
          { name: "Storlek", properties: [{ value: "M" }, { value: "L" }] },
          { name: "Färg", properties: [{ value: "Röd" }] },
        ],
      },
      variants: [
        { sku: "T-M", barcode: "7300000000001", price: { amount: 49_900, currencyId: "SEK" } },
        {
          sku: "T-L",
          options: [
            { name: "Storlek", value: "L" },
            { name: "Färg", value: "Röd" },
          ],
        },
      ],
    })
  })

  it.each([
    [true, "INCLUSIVE", 49_900],
    [true, "EXCLUSIVE", 39_920],
    [false, "INCLUSIVE", 62_375],
    [false, "EXCLUSIVE", 49_900],
  ])("prices with tax: %s, organization %s: %d", (priceIncludesTax, taxationMode, amount) => {
    const variants = storeProduct().variants.map((variant) => ({ ...variant, priceIncludesTax }))
    const { content } = map(storeProduct({ variants }), { taxationMode })
    expect(content.variants?.[0]?.price?.amount).toBe(amount)
  })

  it.each([
    ["jpy", "1980", 1_980],
    ["kwd", "1.785", 1_785],
  ])("knows the digits of %s", (currencyCode, price, amount) => {
    const variants = storeProduct().variants.map((variant) => ({ ...variant, price }))
    const { content } = map(storeProduct({ variants }), { currencyCode })
    expect(content.variants?.[0]?.price).toEqual({ amount, currencyId: currencyCode.toUpperCase() })
  })

  it("asks for the default tax when the store knows none", () => {
    expect(map(storeProduct({ taxRate: null })).content).toMatchObject({
      createWithDefaultTax: true,
      vatPercentage: null,
    })
  })

  it.each([
    ["VAT", "25", "25", false],
    ["VAT", "25.50", "25.5", false],
    ["VAT", null, null, true],
    ["SALES_TAX", "25", null, true],
    ["NONE", "25", null, false],
    ["NONE", null, null, false],
    [null, "0", "0", false],
  ])(
    "writes the tax of an organization with %s, where the store has %s: %s, by default: %s",
    (taxationType, taxRate, vat, byDefault) => {
      expect(map(storeProduct({ taxRate }), { taxationType }).content).toMatchObject({
        vatPercentage: vat,
        createWithDefaultTax: byDefault,
      })
    }
  )

  it("leaves out what is none: an image that is not stored, a cost that is no figure, a value that is not chosen", () => {
    const [variant] = storeProduct().variants
    const bare = {
      ...(variant ?? neverMissing()),
      sku: "",
      ean: "",
      upc: null,
      price: null,
      costPrice: "okänt",
      options: {},
    }
    const { content } = map(
      storeProduct({ images: ["a.png"], variants: [bare], description: "<p> </p>", handle: null, category: null })
    )
    expect(content).not.toHaveProperty("presentation")
    expect(content).not.toHaveProperty("imageLookupKeys")
    expect(content).toMatchObject({ description: null, externalReference: null, category: null })
    expect(content.variants).toMatchObject([{ sku: null, barcode: null, price: null, costPrice: null, options: [] }])
    expect(content.variants?.[0]).not.toHaveProperty("presentation")
    expect(map(storeProduct({ category: { id: "cat_2", name: "Okänd" } })).content.category).toBeNull()
  })

  it("says which variant was forgotten to be linked", () => {
    const uuids = { productUuid: PRODUCT_UUID, variantUuids: new Map(), categoryUuids: new Map() }
    const basis = { currencyCode: "sek", taxationMode: "INCLUSIVE", taxationType: "VAT" }
    expect(() => toProductContent(storeProduct(), uuids, basis)).toThrow(new UnlinkedVariantError("variant_M"))
    expect(String(new UnlinkedVariantError("variant_M"))).toBe(
      "UnlinkedVariantError: Variant variant_M was mapped before it was linked"
    )
  })

  it("folds a fourth option into the names and says so", () => {
    const names = ["Storlek", "Färg", "Tyg", "Krage"]
    const variants = ["V", "Rund"].map((krage, index) => ({
      ...(storeProduct().variants[0] ?? neverMissing()),
      id: `variant_${index}`,
      title: "M",
      sku: null,
      barcode: null,
      ean: null,
      upc: null,
      price: "1",
      options: { Storlek: "M", Färg: String(index), Tyg: "Ull", Krage: krage },
    }))
    const { content, notes } = map(storeProduct({ options: names.map((title) => ({ title })), variants }))
    expect(content.variantOptionDefinitions?.definitions).toHaveLength(3)
    expect(content.variants?.map(({ name }) => name)).toEqual(["M / V", "M / Rund"])
    expect(notes).toEqual(["The POS takes 3 options; ‘Krage’ is part of the variant names instead."])
    const same = variants.map((variant, index) => ({
      ...variant,
      title: index === 0 ? "V / M" : null,
      options: { ...variant.options, Färg: "Röd" },
    }))
    const folded = map(storeProduct({ options: names.map((title) => ({ title })), variants: same }))
    expect(folded.content).toMatchObject({
      variantOptionDefinitions: null,
      variants: [
        { name: "V / M / Röd / Ull", options: null },
        { name: "M / Röd / Ull / Rund", options: null },
      ],
    })
    expect(folded.notes).toEqual([
      "The POS takes 3 options, and ‘Storlek’, ‘Färg’, ‘Tyg’ alone do not distinguish the variants; " +
        "all options are part of their names.",
    ])
  })

  it.each([
    ["…/o/Sk3.png and its lookup key", "Sk3.png", "https://image.example/o/Sk3.png", "Sk3.png"],
    ["a lookup key without extension", "SOuN", "https://image.example/product/SOuN.png", "SOuN.png"],
    ["no address", "Sk3.png", null, "Sk3.png"],
  ])("names an image by its file: %s", (_name, lookupKey, imageUrl, key) => {
    const shown = { ...storeProduct({ images: ["troja.png"] }), variants: [] }
    const storedImages = new Map([["troja.png", { lookupKey, imageUrl }]])
    const uuids = { productUuid: PRODUCT_UUID, variantUuids: new Map(), categoryUuids: new Map() }
    const basis = { currencyCode: "sek", taxationMode: "INCLUSIVE", taxationType: "VAT" }
    expect(toProductContent(shown, uuids, basis, storedImages).content).toMatchObject({
      imageLookupKeys: [key],
      presentation: { imageUrl },
    })
  })

  it("gives a product with Medusa's lone option neither definitions nor a variant name", () => {
    const [variant] = storeProduct().variants
    const product = storeProduct({
      options: [{ title: "Default option" }],
      variants: variant ? [{ ...variant, options: { "Default option": "Default option value" } }] : [],
    })
    expect(map(product).content).toMatchObject({
      variantOptionDefinitions: null,
      variants: [{ name: null, options: null }],
    })
    const two = storeProduct().variants.map((item) => ({ ...item, options: { "Default option": item.id } }))
    expect(map({ ...product, variants: two }).content.variantOptionDefinitions?.definitions).toMatchObject([
      { name: "Default option", properties: [{ value: "variant_M" }, { value: "variant_L" }] },
    ])
  })
})

describe("validateProduct", () => {
  const messages = (product: StoreProduct) => validateProduct(map(product).content, "sek").map(({ message }) => message)

  it("finds nothing wrong with a good product", () => {
    expect(messages(storeProduct())).toEqual([])
  })

  it("names field, rule and value", () => {
    const variants = storeProduct().variants.map((variant) => ({ ...variant, price: null }))
    expect(messages(storeProduct({ variants }))[0]).toBe("Variant ‘M / Röd’: price is missing in SEK")
    expect(messages(storeProduct({ title: " " }))[0]).toBe("Product: the name is empty")
    expect(messages(storeProduct({ title: "å".repeat(257) }))[0]).toMatch(/257 characters, at most 256/)
    expect(messages(storeProduct({ variants: [] }))[0]).toMatch(/no variant/)
  })

  it("takes 99 variants and refuses 100", () => {
    const many = (count: number) =>
      storeProduct({
        options: [{ title: "Nr" }],
        variants: Array.from({ length: count }, (_, index) => ({
          ...(storeProduct().variants[0] ?? neverMissing()),
          id: `variant_${index}`,
          options: { Nr: String(index) },
        })),
      })
    expect(messages(many(99))).toEqual([])
    expect(messages(many(100))[0]).toMatch(/100 variants, at most 99/)
  })
})

const neverMissing = (): never => {
  throw new Error("the sample product has variants")
}

describe("diffProduct", () => {
  const changed = fc.record({
    title: fc.constantFrom("Tröja", "Tröja, ny", "東京"),
    description: fc.constantFrom(null, "Varm", "Kall"),
    taxRate: fc.constantFrom("25", "12", null),
    kept: fc.subarray(["M", "L"], { minLength: 1 }),
    price: fc.constantFrom("499", "399", null),
  })
  const build = ({
    kept,
    price,
    ...change
  }: {
    title: string
    description: string | null
    taxRate: string | null
    kept: string[]
    price: string | null
  }) => {
    const all = storeProduct(change)
    const full = map({ ...all, variants: all.variants.map((variant) => ({ ...variant, price })) }).content
    return { ...full, variants: full.variants?.filter((variant) => kept.includes(variant.options?.[0]?.value ?? "")) }
  }

  it("leads from one content to the other when the POS applies it", () => {
    const normal = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (inner === null ? undefined : inner)))
    fc.assert(
      fc.property(changed, changed, (before, after) => {
        const [accepted, next] = [build(before), build(after)]
        const patch = diffProduct(accepted, next)
        expect(normal(patch ? patchProduct(accepted, patch) : accepted)).toEqual(normal(next))
      })
    )
  })

  it("sees nothing in an object whose members are all unset, as the POS shows an unset one", () => {
    const { content } = map(storeProduct())
    expect(diffProduct({ ...content, presentation: null }, { ...content, presentation: { imageUrl: null } })).toBeNull()
    expect(fingerprint({ ...content, presentation: { imageUrl: null } })).toBe(fingerprint(content))
  })

  it("is null exactly when the fingerprints are equal", () => {
    fc.assert(
      fc.property(changed, changed, (before, after) => {
        const [accepted, next] = [build(before), build(after)]
        expect(diffProduct(accepted, next) === null).toBe(fingerprint(accepted) === fingerprint(next))
      })
    )
  })

  it("is something that the POS takes: a changed price comes with its currency", () => {
    fc.assert(
      fc.property(changed, changed, (before, after) => {
        const patch = diffProduct(build(before), build(after))
        expect(patch === null || productPatchSchema.safeParse(patch).success).toBe(true)
      })
    )
    const base = { title: "Tröja", description: null, taxRate: "25", kept: ["M"] }
    const patch = diffProduct(build({ ...base, price: "499" }), build({ ...base, price: "399" }))
    expect(patch?.variants).toMatchObject([{ price: { amount: 39_900, currencyId: "SEK" } }])
  })

  it("names variants that stay, whole those that come, and what of an object goes", () => {
    const { content } = map(storeProduct())
    const [first, second] = content.variants ?? []
    const accepted = { ...content, imageLookupKeys: ["a", "b"], presentation: { imageUrl: "a.png", textColor: "#fff" } }
    const fresh = { uuid: "00000000-0000-11ee-8000-000000000200", name: "XL" }
    const next = {
      ...accepted,
      imageLookupKeys: ["c"],
      presentation: { imageUrl: "b.png" },
      description: null,
      variants: [...(first ? [{ ...first, sku: "NY" }] : []), ...(second ? [second] : []), fresh],
    }
    expect(diffProduct(accepted, next)).toEqual({
      uuid: PRODUCT_UUID,
      description: null,
      imageLookupKeys: ["c"],
      presentation: { imageUrl: "b.png", textColor: null },
      variants: [{ uuid: first?.uuid, sku: "NY" }, { uuid: second?.uuid }, fresh],
    })
    expect(diffProduct({ ...content, variants: null }, { ...content, variants: [fresh] })?.variants).toEqual([fresh])
    expect(diffProduct(content, { ...content, variants: null })?.variants).toBeNull()
    expect(diffProduct(content, { ...content, category: null })?.category).toBeNull()
  })

  it("holds only what changed", () => {
    const accepted = map(storeProduct()).content
    expect(diffProduct(accepted, { ...accepted, name: "Ny" })).toEqual({ uuid: PRODUCT_UUID, name: "Ny" })
  })
})
