import type { PosProduct } from "../../../pos-api/contract"
import { matchProducts, matchVariants, type StoreIdentity } from "../matching-rules"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const storeVariant = (id: string, fields: object = {}) => ({ id, title: null, sku: null, codes: [], ...fields })

const store = (fields: Partial<StoreIdentity> = {}): StoreIdentity => ({
  product_id: "a",
  title: "Kopp  Blå",
  handle: "kopp",
  variants: [storeVariant("v", { sku: "K-1", codes: ["73", "74"] })],
  ...fields,
})

const posProduct = (number: number, fields: Partial<PosProduct> = {}): PosProduct => ({ uuid: uuid(number), ...fields })

const by = (fields: object) => [{ uuid: uuid(90), ...fields }]

describe("a sign that a product of the store is one of the POS's", () => {
  it.each<[string, Partial<PosProduct>, number]>([
    ["external_reference", { externalReference: "kopp" }, 100],
    ["sku", { variants: by({ sku: "K-1" }) }, 95],
    ["barcode", { variants: by({ barcode: "74" }) }, 90],
    ["name", { name: " ＫＯＰＰ blå\n" }, 60],
  ])("is its %s, which links it with how sure that is", (matched_by, fields, confidence) => {
    const candidate = { uuid: uuid(1), name: fields.name ?? "", matched_by, confidence }
    expect(matchProducts([store()], [posProduct(2, { name: "Fat" }), posProduct(1, fields)])).toEqual([
      {
        product_id: "a",
        title: "Kopp  Blå",
        action: "link",
        product_uuid: uuid(1),
        matched_by,
        confidence,
        reason: null,
        candidates: [candidate],
        further_uuids: [],
      },
    ])
  })

  it("is none where nothing is the same, and then it is made", () => {
    const bare = store({ handle: null, variants: [storeVariant("v", { sku: "" })] })
    const others = [posProduct(1, { name: "Koppblå", externalReference: "", variants: by({ sku: "", barcode: "" }) })]
    expect(matchProducts([bare], others)).toEqual([
      {
        product_id: "a",
        title: "Kopp  Blå",
        action: "create",
        product_uuid: null,
        matched_by: null,
        confidence: 0,
        reason: null,
        candidates: [],
        further_uuids: [],
      },
    ])
  })

  it("is not that both have no name", () => {
    const nameless = store({ title: "", handle: null, variants: [] })
    expect(matchProducts([nameless], [posProduct(1, { name: " " }), posProduct(2)])).toMatchObject([
      { action: "create" },
    ])
  })

  it("is the most certain of several with the same result", () => {
    const all = posProduct(1, {
      externalReference: "kopp",
      name: "kopp blå",
      variants: by({ sku: "K-1", barcode: "73" }),
    })
    expect(matchProducts([store()], [all])).toMatchObject([
      { matched_by: "external_reference", confidence: 100, candidates: [{ confidence: 100 }] },
    ])
    const lesser = posProduct(2, { name: "kopp blå" })
    expect(matchProducts([store()], [lesser, all])).toMatchObject([
      { action: "link", product_uuid: uuid(1), candidates: [{ confidence: 100 }, { uuid: uuid(2), confidence: 60 }] },
    ])
  })

  it("is for a person to decide where several are as sure", () => {
    const twins = Array.from({ length: 12 }, (_, index) => posProduct(index + 1, { externalReference: "kopp" }))
    const [match] = matchProducts([store()], twins)
    expect(match).toMatchObject({
      action: "conflict",
      product_uuid: null,
      matched_by: "external_reference",
      reason: "Several products at the POS match by external reference.",
    })
    expect(match?.candidates).toHaveLength(10)
  })

  it("is for a person to decide where several of the store's want the same", () => {
    const rivals = [
      store(),
      store({ product_id: "b", handle: null, variants: [] }),
      store({ product_id: "c", title: "Fat", handle: "fat", variants: [] }),
    ]
    const matches = matchProducts(rivals, [posProduct(1, { name: "Kopp blå" }), posProduct(3, { name: "Fat" })])
    expect(matches.map(({ action, reason }) => [action, reason])).toEqual([
      ["conflict", "2 products of the store match ‘Kopp blå’ at the POS."],
      ["conflict", "2 products of the store match ‘Kopp blå’ at the POS."],
      ["link", null],
    ])
  })
})

describe("variants of two products that are one", () => {
  const pairs = (ours: StoreIdentity["variants"], theirs: PosProduct["variants"]) =>
    [...matchVariants(store({ variants: ours }), posProduct(1, { variants: theirs }))].map((pair) => pair.join(" "))

  it("are paired by the surest sign of each, and none twice", () => {
    const ours = [
      storeVariant("m", { sku: "M", codes: ["73"], title: "Large" }),
      storeVariant("l", { title: "L  large" }),
    ]
    const theirs = [
      { uuid: "by code", barcode: "73" },
      { uuid: "by name", name: "l Large " },
      { uuid: "by sku", sku: "M" },
    ]
    expect(pairs(ours, theirs)).toEqual(["m by sku", "l by name"])
  })

  it("are paired where each is the only one", () => {
    expect(pairs([storeVariant("v")], [{ uuid: "u" }])).toEqual(["v u"])
    expect(pairs([storeVariant("v"), storeVariant("w")], [{ uuid: "u" }])).toEqual([])
    expect(pairs([storeVariant("v")], [{ uuid: "u" }, { uuid: "x" }])).toEqual([])
    expect(pairs([storeVariant("v")], null)).toEqual([])
  })

  it("are not paired by what both lack", () => {
    const bare = [storeVariant("v", { sku: "", title: "" }), storeVariant("w")]
    expect(
      pairs(bare, [
        { uuid: "u", sku: "", name: "" },
        { uuid: "x", barcode: "" },
      ])
    ).toEqual([])
  })
})
