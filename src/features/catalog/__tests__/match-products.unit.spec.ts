import fc from "fast-check"
import { matchProducts, matchVariants, type StoreIdentity } from "../matching-rules"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const identity = (
  id: string,
  title: string,
  variants: Partial<StoreIdentity["variants"][number]>[] = [{}]
): StoreIdentity => ({
  product_id: id,
  title,
  handle: null,
  variants: variants.map((variant, index) => ({ id: `${id}_${index}`, title: null, sku: null, codes: [], ...variant })),
})

describe("matchProducts", () => {
  it("prefers the surer sign", () => {
    const store = [identity("a", "Tröja", [{ sku: "T-1" }])]
    const posProducts = [
      { uuid: uuid(1), name: "Tröja" },
      { uuid: uuid(2), name: "Annat", variants: [{ uuid: uuid(3), sku: "T-1" }] },
    ]
    expect(matchProducts(store, posProducts)).toMatchObject([
      { action: "link", product_uuid: uuid(2), matched_by: "sku", confidence: 95, candidates: [{}, { uuid: uuid(1) }] },
    ])
  })

  it("makes a conflict of two that want the same", () => {
    const posProducts = [{ uuid: uuid(1), name: "Kopp" }]
    const matches = matchProducts([identity("a", "Kopp"), identity("b", "kopp ")], posProducts)
    expect(matches.map(({ action }) => action)).toEqual(["conflict", "conflict"])
  })

  it("never links one product at the POS twice", () => {
    const name = fc.constantFrom("Kopp", "kopp", "Fat", "東京", "")
    const sku = fc.constantFrom("A", "B", null)
    fc.assert(
      fc.property(fc.array(fc.tuple(name, sku)), fc.array(fc.tuple(name, sku)), (ours, theirs) => {
        const store = ours.map(([title, item], index) => identity(`p${index}`, title, [{ sku: item }]))
        const posProducts = theirs.map(([title, item], index) => ({
          uuid: uuid(index),
          name: title,
          variants: [{ uuid: uuid(1_000 + index), sku: item }],
        }))
        const linked = matchProducts(store, posProducts).flatMap(({ product_uuid }) => product_uuid ?? [])
        expect(new Set(linked).size).toBe(linked.length)
      })
    )
  })
})

describe("matchVariants", () => {
  it("pairs by SKU, code and name, each once", () => {
    const store = identity("a", "Tröja", [{ sku: "M" }, { codes: ["73"] }, { title: "XL" }, { sku: "ny" }])
    const variants = [
      { uuid: uuid(3), name: "xl" },
      { uuid: uuid(2), barcode: "73" },
      { uuid: uuid(1), sku: "M" },
    ]
    const pairs = matchVariants(store, { uuid: uuid(9), variants })
    expect([...pairs]).toEqual([
      ["a_0", uuid(1)],
      ["a_1", uuid(2)],
      ["a_2", uuid(3)],
    ])
  })
})
