import fc from "fast-check"
import { OVERRIDE_LIMITS } from "../../../contract/catalog"
import { PRODUCT_LIMITS } from "../../../pos-api/contract"
import { inStoreEan13, isEan13 } from "../bulk-actions"
import { diffFields, diffProduct } from "../field-changes"
import { pickPosFields, type OwnableField, seenAs, storePart, mergePosFields } from "../field-ownership"
import { applyOverrides, overridesSchema } from "../overrides"
import { pickCategory } from "../product-mapping"
import { type StoreProduct, splitProduct } from "../store-product-mapping"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`
const price = { amount: 100, currencyId: "SEK" }

const content = {
  uuid: uuid(1),
  name: "Tröja",
  description: null,
  presentation: { imageUrl: "https://a.example/1.png" },
  variants: [{ uuid: uuid(2), sku: "T", price, name: "M" }],
}

const product = (count: number): StoreProduct => ({
  id: "prod_1",
  title: "Tröja",
  handle: "troja",
  description: null,
  category: null,
  options: [],
  taxRate: "25",
  unitName: null,
  images: [],
  variants: Array.from({ length: count }, (_, index) => ({
    id: `v${index}`,
    title: `Nr ${index}`,
    sku: null,
    barcode: null,
    ean: null,
    upc: null,
    options: {},
    price: "10",
    priceIncludesTax: true,
    costPrice: null,
    image: null,
  })),
})

describe("ownership", () => {
  it("leaves out what the POS owns, of product and variants", () => {
    const owned = new Set<OwnableField>(["name", "price"])
    expect(storePart(content, owned)).toEqual({
      uuid: uuid(1),
      description: null,
      presentation: content.presentation,
      variants: [{ uuid: uuid(2), sku: "T", name: "M" }],
    })
  })

  it("returns the POS's part, and an import with it changes nothing of that", () => {
    const remote = {
      ...content,
      etag: '"1"',
      updated: "2026-11-21T10:00:00Z",
      categories: [],
      online: { status: "ON" },
      organizationUuid: uuid(3),
      updatedBy: uuid(4),
      updatedByUserUuid: uuid(4),
      presentation: { ...content.presentation, backgroundColor: "#fff" },
      variants: [{ ...content.variants[0], uuid: uuid(2), vatPercentage: "25", description: "kassans" }],
    }
    const posFields = pickPosFields(remote, content)
    expect(posFields).toEqual({
      online: { status: "ON" },
      presentation: { backgroundColor: "#fff" },
      variants: [{ uuid: uuid(2), description: "kassans" }],
    })
    const whole = mergePosFields({ ...content, name: "Ny" }, posFields)
    expect(whole).toMatchObject({ name: "Ny", online: { status: "ON" }, presentation: remote.presentation })
    expect(whole.variants).toEqual([{ ...content.variants[0], description: "kassans" }])
    expect(pickPosFields(content, content)).toBeNull()
  })

  it("keeps a variant's colours at the POS and writes its image", () => {
    const store = { ...content, variants: [{ uuid: uuid(2), presentation: { imageUrl: "ny.jpg" } }] }
    const remote = {
      ...content,
      variants: [{ uuid: uuid(2), presentation: { imageUrl: "gammal.jpg", textColor: "#000" } }],
    }
    expect(seenAs(remote, store).variants).toEqual([{ uuid: uuid(2), presentation: { imageUrl: "gammal.jpg" } }])
    const posFields = pickPosFields(remote, store)
    expect(posFields?.variants).toEqual([{ uuid: uuid(2), presentation: { textColor: "#000" } }])
    expect(mergePosFields(store, posFields).variants).toEqual([
      { uuid: uuid(2), presentation: { imageUrl: "ny.jpg", textColor: "#000" } },
    ])
    expect(storePart(store, new Set<OwnableField>(["images"])).variants).toEqual([{ uuid: uuid(2) }])
  })

  it("sees no difference in what the POS has beside", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (beside) => {
        const ours = Object.keys(content)
        const remote = {
          ...Object.fromEntries(Object.entries(beside).filter(([key]) => !ours.includes(key))),
          ...content,
        }
        expect(diffProduct(seenAs(remote, content), content)).toBeNull()
        expect(diffFields(remote, content)).toEqual([])
      })
    )
  })
})

describe("what the POS has beside", () => {
  it("is whatever is set there, texts and lists", () => {
    const beside = { tags: ["rea"], note: "", shelf: 0, hidden: false, empty: [], unset: null, missing: undefined }
    expect(pickPosFields({ ...content, ...beside }, content)).toStrictEqual({
      tags: ["rea"],
      note: "",
      shelf: 0,
      hidden: false,
    })
    const gone = { ...content, variants: [{ uuid: uuid(7), colour: "blå" }] }
    expect(pickPosFields(gone, content)).toBeNull()
    expect(pickPosFields({ ...content, variants: null }, { ...content, variants: null })).toBeNull()
  })

  it("is nothing where nothing is known, or there are no variants", () => {
    expect(mergePosFields(content, null)).toEqual(content)
    const { variants: _variants, ...bare } = content
    expect(mergePosFields(bare, { online: { status: "ON" } })).toEqual({ ...bare, online: { status: "ON" } })
    expect(storePart(bare, new Set<OwnableField>(["name"]))).not.toHaveProperty("name")
    expect(seenAs({ ...content, variants: null }, bare)).toEqual({ ...bare, variants: [] })
  })
})

describe("splitProduct", () => {
  it("puts each variant into one part of at most 99, in their order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (count) => {
        const parts = splitProduct(product(count))
        expect(parts.flatMap(({ variants }) => variants.map(({ id }) => id))).toEqual(
          product(count).variants.map(({ id }) => id)
        )
        expect(parts.every(({ variants }) => variants.length <= 99)).toBe(true)
        expect(new Set(parts.map(({ handle }) => handle)).size).toBe(parts.length)
      })
    )
    expect(splitProduct(product(99))).toEqual([product(99)])
    const parts = splitProduct(product(100))
    expect(parts.map(({ title, handle }) => [title, handle])).toEqual([
      ["Tröja (1/2)", "troja"],
      ["Tröja (2/2)", "troja-2"],
    ])
    const longest = splitProduct({ ...product(100), title: "å".repeat(256) }).map(({ title }) => title)
    expect(longest.map((title) => title.length)).toEqual([256, 256])
    expect(longest.map((title) => title.slice(-6))).toEqual([" (1/2)", " (2/2)"])
    expect(splitProduct({ ...product(100), title: "å".repeat(257) })[0]?.title.length).toBeGreaterThan(256)
    expect(splitProduct({ ...product(100), handle: null }).map(({ handle }) => handle)).toEqual([null, null])
  })
})

describe("[D69] a split product that changes", () => {
  const ids = (parts: StoreProduct[]) => parts.map(({ variants }) => variants.map(({ id }) => id))
  const placementsOf = (parts: StoreProduct[]) =>
    new Map(ids(parts).flatMap((of, part) => of.map((id): [string, number] => [id, part])))

  it("keeps each variant in its part as long as the part is needed", () => {
    const change = fc.array(fc.tuple(fc.constantFrom("insert", "delete", "reverse"), fc.nat(400)), { maxLength: 8 })
    fc.assert(
      fc.property(fc.integer({ min: 90, max: 320 }), change, (count, changes) => {
        let now = product(count)
        let parts = splitProduct(now)
        changes.forEach(([kind, at], index) => {
          const [model] = product(1).variants
          const inserted = model ? [{ ...model, id: `new${index}` }] : []
          const variants =
            kind === "insert"
              ? [...now.variants.slice(0, at), ...inserted, ...now.variants.slice(at)]
              : kind === "delete"
                ? now.variants.filter((_, place) => place < at || place > at + 40)
                : [...now.variants].reverse()
          now = { ...now, variants }
          const before = placementsOf(parts)
          parts = splitProduct(now, before)
          const after = placementsOf(parts)
          expect(after.size).toBe(variants.length)
          expect(parts.every((part) => part.variants.length <= 99)).toBe(true)
          expect(parts.length === 1 || parts.every((part) => part.variants.length > 0)).toBe(true)
          for (const { id } of variants) {
            const part = before.get(id)
            expect(part === undefined || part >= parts.length ? part : after.get(id)).toBe(part)
          }
        })
      })
    )
  })
})

describe("inStoreEan13", () => {
  it("is a valid EAN-13 of the in-store range, another for every number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 - 2 }), (number) => {
        expect(isEan13(inStoreEan13(number))).toBe(true)
        expect(inStoreEan13(number)).toMatch(/^2/)
        expect(inStoreEan13(number)).not.toBe(inStoreEan13(number + 1))
      })
    )
    expect(isEan13("7310865004703")).toBe(true)
    expect(isEan13("7310865004704")).toBe(false)
  })

  it.each([
    ["4006381333931", true],
    ["9780201379624", true],
    ["2000000000008", true],
    ["4006381333932", false],
    ["400638133393", false],
    ["04006381333931", false],
    [" 4006381333931", false],
    ["", false],
  ])("%s is an EAN-13: %s", (text, isOne) => {
    expect(isEan13(text)).toBe(isOne)
  })
})

describe("applyOverrides", () => {
  it("shows prices as they are typed, a variant's own before the product's", () => {
    const shown = applyOverrides(product(2), {
      name: "Rea",
      price: "5",
      variants: { v1: { price: "4", barcode: "1" } },
    })
    expect(shown.title).toBe("Rea")
    expect(shown.variants).toMatchObject([
      { price: "5", priceIncludesTax: null, barcode: null },
      { price: "4", priceIncludesTax: null, barcode: "1" },
    ])
    expect(applyOverrides(product(2), null)).toEqual(product(2))
  })

  it("shows a category of the merchant's own words, and leaves the rest as the store has it", () => {
    const own = applyOverrides(product(1), { category: "Rea 東京" })
    expect(own).toEqual({ ...product(1), category: { id: "name:Rea 東京", name: "Rea 東京" } })
    expect(applyOverrides(product(2), { price: "5" }).variants.map(({ price: shown }) => shown)).toEqual(["5", "5"])
    const barcode = applyOverrides(product(2), { variants: { v0: { barcode: "7" } } }).variants
    expect(barcode).toEqual(
      product(2).variants.map((variant, index) => (index === 0 ? { ...variant, barcode: "7" } : variant))
    )
  })

  it.each([
    {},
    { price: "0" },
    { price: "129.90", name: " Rea " },
    { variants: { v: { price: "0.5", barcode: "1" } } },
  ])("takes %j", (good) => expect(overridesSchema.safeParse(good).success).toBe(true))

  it("[D27] has the limits of the POS, counted in UTF-16 units after trimming", () => {
    expect(OVERRIDE_LIMITS).toEqual({
      name: PRODUCT_LIMITS.nameLength,
      category: PRODUCT_LIMITS.categoryNameLength,
      barcode: PRODUCT_LIMITS.barcodeLength,
    })
    const issuesOf = (overrides: object) =>
      overridesSchema.safeParse(overrides).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []
    expect(issuesOf({ category: "k".repeat(100) })).toEqual([])
    expect(issuesOf({ category: `  ${"k".repeat(100)} ` })).toEqual([])
    expect(issuesOf({ category: "k".repeat(101) })).toEqual([["category", "has 101 characters, at most 100 are taken"]])
    expect(issuesOf({ category: "😀".repeat(51) })).toEqual([["category", "has 102 characters, at most 100 are taken"]])
    expect(issuesOf({ variants: { v: { barcode: "1".repeat(129) } } })).toEqual([
      ["variants.v.barcode", "has 129 characters, at most 128 are taken"],
    ])
  })

  it.each([{ price: "-1" }, { price: "gratis" }, { name: " " }, { variants: { v: { price: "1e" } } }])(
    "refuses %j",
    (bad) => expect(overridesSchema.safeParse(bad).success).toBe(false)
  )
})

describe("pickCategory", () => {
  const categories = [
    { id: "a", path: ["Hem"] },
    { id: "b", path: ["Kläder", "Tröjor"] },
    { id: "c", path: ["Rea", "東京"] },
  ]

  it.each([
    ["first", false, "a", "Hem"],
    ["deepest", false, "b", "Tröjor"],
    ["deepest", true, "b", "Kläder / Tröjor"],
  ] as const)("%s, with its path: %s", (choice, withPath, id, name) => {
    expect(pickCategory(categories, choice, withPath)).toEqual({ id, name })
    expect(pickCategory([], choice, withPath)).toBeNull()
  })
})
