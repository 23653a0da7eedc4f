import fc from "fast-check"
import { PosForbiddenError, PosNotFoundError, type UnreadableItem } from "../index"
import type { Purchase } from "../../contract"
import { type Received, useLocalService } from "./local-service"

const uuidOf = (number: number) => `0e6d7b58-cb5f-11f0-8de9-${String(number).padStart(12, "0")}`

const purchase = (number: number) => ({
  purchaseUUID1: uuidOf(number),
  created: "2026-11-21T09:08:07.123+0000",
  amount: number,
  currency: "SEK",
  products: [{ quantity: "1", type: "CUSTOM_AMOUNT", name: "Fika", unitPrice: number }],
  payments: [],
})

describe("purchases", () => {
  const service = useLocalService()
  const api = () => service.current.client().purchases

  /** Serves records by pages, with the number of the last one as cursor. */
  const serve =
    (records: unknown[], length: number) =>
    ({ query }: Received) => {
      const from = Number(query.get("lastPurchaseHash") ?? 0)
      const purchases = records.slice(from, from + length)
      const cursor = purchases.length > 0 ? { lastPurchaseHash: String(from + purchases.length) } : {}
      return { body: { purchases, linkUrls: [], ...cursor } }
    }

  const collect = async () => {
    const read: { purchases: Purchase[]; unreadable: UnreadableItem[] } = { purchases: [], unreadable: [] }
    for await (const page of api().pages()) {
      read.purchases.push(...page.purchases)
      read.unreadable.push(...page.unreadable)
    }
    return read
  }

  it("are read to the end, whichever of them cannot be read", async () => {
    const brokenArbitrary = fc.uniqueArray(fc.nat(8), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(brokenArbitrary, fc.integer({ min: 1, max: 4 }), async (broken, length) => {
        const records = Array.from({ length: 9 }, (_, number) =>
          broken.includes(number) ? { ...purchase(number), payments: [{ uuid: uuidOf(number) }] } : purchase(number)
        )
        service.current.answer = serve(records, length)
        const { purchases, unreadable } = await collect()
        const isBroken = (number: number) => broken.includes(number)
        const numbers = records.map((_, number) => number)
        expect(purchases.map(({ amount }) => amount)).toEqual(numbers.filter((number) => !isBroken(number)))
        expect(unreadable.map(({ identifier }) => identifier)).toEqual(numbers.filter(isBroken).map(uuidOf))
      }),
      { numRuns: 20 }
    )
  })

  it("end where a page's cursor leads nowhere new", async () => {
    service.current.answer = () => ({ body: { purchases: [purchase(1)], lastPurchaseHash: null } })
    expect((await collect()).purchases).toHaveLength(1)
  })

  it("end where a page leads back to the cursor that was given", async () => {
    service.current.answer = () => ({ body: { purchases: [purchase(1)], lastPurchaseHash: "1" } })
    for await (const { cursor } of api().pages({ lastPurchaseHash: "1" })) {
      expect(cursor).toBe("1")
    }
    expect(service.current.received).toHaveLength(1)
  })

  it.each([
    ["the singular path", "/purchase/v2/", ["/purchase/v2/"]],
    ["the plural path", "/purchases/v2/", ["/purchase/v2/", "/purchases/v2/"]],
  ])("are found one by one by %s", async (_name, known, asked) => {
    service.current.answer = ({ path }) =>
      path === `${known}${uuidOf(1)}` ? { body: purchase(1) } : { status: 404, body: { errorType: null } }
    expect((await api().get(uuidOf(1))).amount).toBe(1)
    expect(service.current.received.map(({ path }) => path)).toEqual(asked.map((path) => `${path}${uuidOf(1)}`))
  })

  it("are not looked for by the other path when the POS fails", async () => {
    service.current.answersInTurn({ status: 403 }, { body: purchase(1) })
    await expect(api().get(uuidOf(1))).rejects.toThrow(PosForbiddenError)
    expect(service.current.received).toHaveLength(1)
  })

  it("go on from a cursor that is given", async () => {
    service.current.answer = serve([purchase(1), purchase(2), purchase(3)], 1)
    const cursors: (string | null)[] = []
    for await (const { cursor } of api().pages({ lastPurchaseHash: "1", limit: 1 })) {
      cursors.push(cursor)
    }
    expect(cursors).toEqual(["2", "3"])
    expect(service.current.received.map(({ query }) => String(query))).toEqual(
      ["1", "2", "3"].map((cursor) => `lastPurchaseHash=${cursor}&limit=1`)
    )
  })

  it("that neither path knows are not found", async () => {
    service.current.answer = () => ({ status: 404, body: { errorType: "ENTITY_NOT_FOUND" } })
    await expect(api().get(uuidOf(1))).rejects.toThrow(PosNotFoundError)
  })
})
