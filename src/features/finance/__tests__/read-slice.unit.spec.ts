import { z } from "zod"
import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { accountTransactionsApi } from "../../../pos-api/client/account-transactions"
import type { AuthorizedSend } from "../../../pos-api/client/token-provider"
import type { AccountTransaction } from "../../../pos-api/contract"
import { nextSliceLength, readSlice, RestlessPeriodError, SHORTEST_SLICE_MS } from "../pull"

const now = new Date("2026-11-21T00:00:00Z")
const period = {
  group: "liquid" as const,
  start: new Date("2026-10-01T00:00:00Z"),
  end: new Date("2026-11-01T00:00:00Z"),
}

const transaction = (number: number): AccountTransaction => ({
  timestamp: "2026-10-05T10:11:12.131+00:00",
  amount: number,
  originatorTransactionType: "PAYMENT",
  originatingTransactionUuid: "ABCDEF00-0000-4000-8000-000000000000",
})

const pageSchema = z.looseObject({ limit: z.number(), offset: z.number().default(0) })

/** A service whose list a test changes between its answers. */
function moving(
  rows: AccountTransaction[],
  before: (call: number, rows: AccountTransaction[]) => void = () => undefined
) {
  let calls = 0
  const send: AuthorizedSend = async (_label, request, schema) => {
    before(++calls, rows)
    const { limit, offset } = pageSchema.parse(request.params)
    return { data: schema.parse({ data: rows.slice(offset, offset + limit) }), headers: {} }
  }
  return { api: accountTransactionsApi(send, "", { now: () => now }), calls: () => calls }
}

const amounts = (slice: { rows: { amount: number }[] } | null) => slice?.rows.map(({ amount }) => amount)

describe("a slice of the account", () => {
  it("is one call when it fits one page, and is stored in our words", async () => {
    const { api, calls } = moving([{ ...transaction(-5), somethingNew: "å" }])
    expect(await readSlice(api, period)).toEqual({
      rows: [
        {
          occurred_at: "2026-10-05T10:11:12.131Z",
          type: "PAYMENT",
          originating_uuid: "abcdef00-0000-4000-8000-000000000000",
          amount: -5,
          extra: { somethingNew: "å" },
        },
      ],
      unreadable: [],
      listed: 1,
    })
    expect(calls()).toBe(1)
  })

  it("holds every row exactly once, whatever is added between the pages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10 }),
        fc.array(fc.record({ call: fc.integer({ min: 2, max: 9 }), at: fc.nat() }), { maxLength: 2 }),
        async (length, additions) => {
          let added = 1_000
          const rows = Array.from({ length }, (_, index) => transaction(index))
          const { api } = moving(rows, (call) => {
            for (const { at } of additions.filter((addition) => addition.call === call)) {
              rows.splice(at % (rows.length + 1), 0, transaction(added++))
            }
          })
          const read = amounts(await readSlice(api, period, 3)) ?? []
          expect(new Set(read).size).toBe(read.length)
          const missing = rows.filter(({ amount }) => !read.includes(amount))
          // Only a row that came after its place had been read the last time may be missing; look-back fetches it.
          expect(missing.every(({ amount }) => amount >= 1_000)).toBe(true)
        }
      ),
      examples(500)
    )
  })

  it("is given up when it never rests", async () => {
    const rows = Array.from({ length: 25 }, (_, index) => transaction(index))
    const { api } = moving(rows, () => rows.unshift(transaction(1_000 + rows.length)))
    await expect(readSlice(api, period, 15)).rejects.toThrow(RestlessPeriodError)
  })

  it("is to be halved when it holds too much, and read all the same when it cannot be", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => transaction(index))
    expect(await readSlice(moving(rows).api, period, 3)).toBeNull()
    const minute = { ...period, end: new Date(period.start.getTime() + SHORTEST_SLICE_MS) }
    expect(amounts(await readSlice(moving(rows).api, minute, 3))).toHaveLength(20)
  })

  it("goes on past rows that cannot be read, across pages, and gives them back beside the others", async () => {
    const rows = Array.from({ length: 8 }, (_, index) => transaction(index))
    rows[2] = { ...transaction(2), timestamp: "igår" }
    rows[6] = { ...transaction(6), amount: 0.5 }
    const slice = await readSlice(moving(rows).api, period, 3)
    expect(amounts(slice)).toEqual([0, 1, 3, 4, 5, 7])
    expect(slice?.unreadable).toMatchObject([
      { text: expect.stringContaining("igår"), reason: expect.stringContaining("timestamp must be a time") },
      { text: expect.stringContaining("0.5"), reason: expect.stringContaining("amount") },
    ])
  })

  it("has a length that leads to about one page", () => {
    expect(nextSliceLength(86_400_000, 80_000)).toBe(8_640_000)
    expect(nextSliceLength(86_400_000, 0)).toBe(4 * 86_400_000)
    expect(nextSliceLength(86_400_000, 10)).toBe(4 * 86_400_000)
    expect(nextSliceLength(SHORTEST_SLICE_MS, 1_000_000)).toBe(SHORTEST_SLICE_MS)
  })
})
