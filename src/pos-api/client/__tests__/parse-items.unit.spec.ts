import { z } from "zod"
import fc from "fast-check"
import { getItems, MAX_KEPT_RECORD, parseItems } from "../read-items"

const UUID = "01234567-89ab-41ee-8000-0123456789ab"
const schema = z.looseObject({ uuid: z.guid(), amount: z.number().int(), name: z.string() })
const product = { uuid: UUID, amount: 12_900, name: "Räksmörgås 東京" }

/** A readable record and one that lost a field, or is no record at all, in any order. */
const recordArbitrary: fc.Arbitrary<{ record: unknown; readable: boolean }> = fc.oneof(
  fc.record({ uuid: fc.uuid(), amount: fc.integer(), name: fc.string({ unit: "grapheme" }) }).map((record) => ({
    record,
    readable: true,
  })),
  fc
    .tuple(
      fc.record({ uuid: fc.uuid(), amount: fc.integer(), name: fc.string() }),
      fc.constantFrom("uuid", "amount", "name"),
      fc.constantFrom(null, true, {}, [])
    )
    .map(([record, field, broken]) => ({ record: { ...record, [field]: broken }, readable: false })),
  fc.constantFrom<unknown>(null, 7, "text", [], {}).map((record) => ({ record, readable: false }))
)

describe("a list that is read record by record", () => {
  it("keeps every readable record in order, whatever the others are", () => {
    fc.assert(
      fc.property(fc.array(recordArbitrary), (records) => {
        const { items, unreadable } = parseItems(
          schema,
          records.map(({ record }) => record),
          ["uuid"]
        )
        expect(items).toEqual(records.filter(({ readable }) => readable).map(({ record }) => record))
        expect(unreadable.map(({ text }): unknown => JSON.parse(text))).toEqual(
          records.filter(({ readable }) => !readable).map(({ record }) => record)
        )
        expect(unreadable.every(({ reason, key }) => reason !== "" && key !== "")).toBe(true)
      })
    )
  })

  it("names each field that is not understood", () => {
    const { unreadable } = parseItems(schema, [{ ...product, amount: "mycket", name: null }])
    expect(unreadable[0]?.reason).toBe("amount is a text where a number belongs; name is empty where a text belongs")
  })

  it.each([
    ["its own identifier", { uuid: UUID, amount: 1 }, UUID],
    ["the second best, where the first is missing", { uuid: null, oldUuid: UUID }, UUID],
  ])("is known by %s", (_name, record, key) => {
    expect(parseItems(schema, [record], ["uuid", "oldUuid"]).unreadable[0]?.key).toBe(key)
  })

  it("is known by its text where it has no identifier: the same for equals, another for others", () => {
    const keys = parseItems(schema, [{ amount: 1 }, { amount: 2 }, { amount: 1 }, null, "x"], ["uuid"]).unreadable.map(
      ({ key }) => key
    )
    expect([new Set(keys).size, keys[0] === keys[2]]).toEqual([4, true])
  })

  it("keeps a long record cut", () => {
    const { unreadable } = parseItems(schema, [{ uuid: UUID, name: "å".repeat(2 * MAX_KEPT_RECORD) }])
    expect(unreadable[0]?.text).toHaveLength(MAX_KEPT_RECORD)
  })

  it("is refused as a whole only when it is no list", () => {
    expect(getItems(schema).safeParse({ data: [] }).success).toBe(false)
    expect(getItems(schema).parse([product, 1])).toMatchObject({ items: [product], unreadable: [{ text: "1" }] })
  })
})
