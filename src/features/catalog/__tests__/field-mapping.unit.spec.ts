import { PRODUCT_LIMITS, productSchema, variantSchema } from "../../../pos-api/contract"
import { FIELD_MAPPING } from "../field-mapping"
import { storePart } from "../field-ownership"
import { ownedChanges, toProductDraft } from "../pos-product-mapping"
import { toProductContent } from "../product-mapping"
import { validateProduct } from "../product-validation"
import { storeProductSchema, storeVariantSchema } from "../store-product-mapping"
import { changedPaths, fullProduct, OTHER_VALUES, withPath } from "./full-product"

const BASIS = { currencyCode: "SEK", taxationMode: "INCLUSIVE", taxationType: "VAT" }
const UUIDS = {
  productUuid: "00000000-0000-11ee-8000-000000000001",
  variantUuids: new Map([["variant_1", "00000000-0000-11ee-8000-000000000002"]]),
  categoryUuids: new Map([
    ["cat_1", "00000000-0000-11ee-8000-000000000003"],
    ["cat_2", "00000000-0000-11ee-8000-000000000004"],
  ]),
}
const IMAGES = new Map(
  ["a", "b", "c"].map((name) => [
    `https://store.example.com/${name}.jpg`,
    { lookupKey: name, imageUrl: `https://images.example.com/${name}.jpg` },
  ])
)

const map = (product: typeof fullProduct) => toProductContent(product, UUIDS, BASIS, IMAGES).content
const remote = productSchema.parse(map(fullProduct))
const rows = FIELD_MAPPING.map((row) => [row.store.join(", "), row] as const)
const posPaths = FIELD_MAPPING.flatMap(({ pos }) => pos)

/** The POS's product with another value at a path. */
const changedRemote = (path: string) => productSchema.parse(withPath(remote, path, OTHER_VALUES.pos[path]))

describe("The declared mapping", () => {
  it("has every field that is read from the store", () => {
    const chosen = ["id", "variants", "priceIncludesTax", "priceSource"]
    const members = [
      ...Object.keys(storeProductSchema.shape),
      ...Object.keys(storeVariantSchema.shape).map((name) => `variants.${name}`),
    ].filter((path) => !chosen.some((item) => path === item || path.endsWith(`.${item}`)))
    const declared = [...FIELD_MAPPING.flatMap(({ store }) => store), "variants.options"]
    expect([...new Set(declared)].sort()).toEqual(members.sort())
  })

  it("has every field that is written to the POS, each once", () => {
    const empty = withPath(withPath(fullProduct, "taxRate", null), "title", "Annan")
    const written = [...changedPaths({}, map(empty)), ...changedPaths({}, map(fullProduct))]
    const own = written.filter((path) => !["uuid", "variants.uuid"].includes(path))
    const topOf = (path: string) => posPaths.filter((posPath) => path === posPath || path.startsWith(`${posPath}.`))
    expect(own.filter((path) => topOf(path).length !== 1)).toEqual([])
    expect(new Set(posPaths).size).toBe(posPaths.length)
    const known = [
      ...Object.keys(productSchema.shape),
      ...Object.keys(variantSchema.shape).map((item) => `variants.${item}`),
    ]
    expect(posPaths.filter((path) => !known.includes(path.replace(/\.imageUrl$/, "")))).toEqual([])
  })

  it.each(rows)("says where the POS has %s", (_name, { store, pos }) => {
    const changes = store.flatMap((path, index) => {
      // What comes first in the store hides what stands for it.
      const bare = store.slice(0, index).reduce((product, hiding) => withPath(product, hiding, null), fullProduct)
      return [null, OTHER_VALUES.store[path]].flatMap((value) =>
        value === undefined || (value === null && path !== "taxRate")
          ? []
          : changedPaths(map(bare), map(withPath(bare, path, value)))
      )
    })
    const tops = changes.map((path) => pos.find((item) => path === item || path.startsWith(`${item}.`)) ?? path)
    expect([...new Set(tops)].sort()).toEqual([...pos].sort())
  })

  it.each(rows)("says whose %s may be", (_name, { owner, pos }) => {
    const content = map(fullProduct)
    if (owner) {
      const kept = storePart(content, new Set([owner]))
      const gone = changedPaths(content, kept)
      expect(pos.filter((path) => !gone.some((item) => item === path || item.startsWith(`${path}.`)))).toEqual([])
    }
  })

  it.each(rows)("says what is written into the store of %s where the POS owns it", (_name, { owned, owner, pos }) => {
    const change = (reported: typeof remote, isOwned: boolean) =>
      ownedChanges({
        store: fullProduct,
        remote: reported,
        owned: (field) => isOwned && field === owner,
        uuids: UUIDS.variantUuids,
        basis: BASIS,
      })
    const written = (isOwned: boolean) =>
      pos.flatMap((path) => changedPaths(change(remote, isOwned), change(changedRemote(path), isOwned)))
    const ofTheField = written(true)
      .map(withoutRest)
      // What is replaced is known beside the field itself.
      .filter((path) => path !== "product.formerCategoryId" && !path.startsWith("variants.repriced."))
    expect([...new Set(ofTheField)]).toEqual(owned ? [owned] : [])
    expect(written(false)).toEqual([])
  })

  it.each(rows)("says what %s becomes in a draft", (_name, { draft, pos }) => {
    const tax = { taxRate: "25", priceIncludesTax: true }
    const before = toProductDraft(remote, tax, BASIS)
    const changed = pos.flatMap((path) => changedPaths(before, toProductDraft(changedRemote(path), tax, BASIS)))
    const first = changed.map((path) => path.replace(/^(options)\..*$/, "$1")).at(0)
    expect(first ?? null).toBe(draft ?? null)
  })

  it.each(rows.filter(([, { limit }]) => limit?.endsWith("Length")))("says how long %s may be", (_name, row) => {
    const [path = ""] = row.pos
    const text = path === "category" ? "category.name" : path
    const problems = (length: number) =>
      validateProduct(productSchema.parse(withPath(remote, text, "å".repeat(length))), "SEK")
    const limit = PRODUCT_LIMITS[row.limit ?? "nameLength"]
    expect(problems(limit)).toEqual([])
    expect(problems(limit + 1)).toHaveLength(1)
  })
})

/** A category is written whole. */
const withoutRest = (path: string) => path.replace(/^(product\.category)\..*$/, "$1")
