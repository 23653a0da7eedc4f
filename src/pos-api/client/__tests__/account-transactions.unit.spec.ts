import { OpenPeriodError, PosServerError } from "../index"
import { type Received, useLocalService } from "./local-service"

const START = new Date("2026-10-01T00:00:00Z")
const END = new Date("2026-11-01T00:00:00Z")
const PERIOD = { start: START, end: END }

const transactions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: "2026-10-02T08:00:00.000+0000",
    amount: index - 1,
    originatorTransactionType: "PAYMENT",
    originatingTransactionUuid: "01234567-89ab-11ee-8000-0123456789ab",
  }))

describe("account transactions", () => {
  const service = useLocalService()
  const api = () => service.current.client().accountTransactions

  /** Serves `total` transactions by limit and offset. */
  const serve =
    (total: number) =>
    ({ query }: Received) => {
      const offset = Number(query.get("offset") ?? 0)
      return { body: { data: transactions(total).slice(offset, offset + Number(query.get("limit") ?? 10_000)) } }
    }

  const collect = async (query: { limit?: number; includeTransactionType?: string[] } = {}) => {
    const lengths: number[] = []
    for await (const page of api().pages({ ...PERIOD, ...query })) {
      lengths.push(page.rows.length)
    }
    return lengths
  }

  it("reads one page, with moments that carry their offset and types repeated", async () => {
    service.current.answer = serve(3)
    const includeTransactionType = ["PAYMENT", "PAYMENT_FEE"]
    const { rows, items } = await api().list({ ...PERIOD, limit: 2, offset: 1, includeTransactionType })
    expect(rows).toEqual(transactions(3).slice(1))
    expect(items.map(({ amount }) => amount)).toEqual(
      transactions(3)
        .slice(1)
        .map(({ amount }) => amount)
    )
    const [received] = service.current.received
    expect(received?.path).toBe("/v2/accounts/liquid/transactions")
    expect([...(received?.query.entries() ?? [])]).toEqual([
      ["start", "2026-10-01T00:00:00.000+00:00"],
      ["end", "2026-11-01T00:00:00.000+00:00"],
      ["limit", "2"],
      ["offset", "1"],
      ["includeTransactionType", "PAYMENT"],
      ["includeTransactionType", "PAYMENT_FEE"],
    ])
  })

  it("leaves out of the question what was not asked", async () => {
    service.current.answer = serve(1)
    await api().list({ ...PERIOD, group: "preliminary" })
    const [received] = service.current.received
    expect(received?.path).toBe("/v2/accounts/preliminary/transactions")
    expect([...(received?.query.keys() ?? [])]).toEqual(["start", "end"])
  })

  it.each([
    { total: 0, pages: [], offsets: [0] },
    { total: 1, pages: [1], offsets: [0] },
    { total: 2, pages: [2], offsets: [0] },
    { total: 3, pages: [3], offsets: [0, 3] },
    { total: 4, pages: [3, 1], offsets: [0, 3] },
    { total: 6, pages: [3, 3], offsets: [0, 3, 6] },
    { total: 7, pages: [3, 3, 1], offsets: [0, 3, 6] },
  ])("pages $total transactions three at a time", async ({ total, pages, offsets }) => {
    service.current.answer = serve(total)
    expect(await collect({ limit: 3, includeTransactionType: ["PAYOUT"] })).toEqual(pages)
    const asked = service.current.received.map(({ query }) => query)
    expect(asked.map((query) => Number(query.get("offset")))).toEqual(offsets)
    expect(new Set(asked.map((query) => `${query.get("limit")} ${query.get("includeTransactionType")}`))).toEqual(
      new Set(["3 PAYOUT"])
    )
  })

  it("pages with the documented limit when none is given", async () => {
    service.current.answer = serve(1)
    expect(await collect()).toEqual([1])
    expect(service.current.received[0]?.query.get("limit")).toBe("10000")
  })

  it("asks for no more pages than are taken", async () => {
    service.current.answer = serve(9)
    for await (const page of api().pages({ ...PERIOD, limit: 3 })) {
      expect(page.items).toHaveLength(3)
      break
    }
    expect(service.current.received).toHaveLength(1)
  })

  it("pages only a period that is over", async () => {
    service.current.now = END
    service.current.answer = serve(0)
    expect(await collect()).toEqual([])
    service.current.now = new Date(END.getTime() - 1)
    await expect(collect()).rejects.toThrow(OpenPeriodError)
    expect(String(new OpenPeriodError(new Date("2026-11-22T00:00:00Z")))).toBe(
      "OpenPeriodError: Account transactions are paged over a period that is over; this one ends at 2026-11-22T00:00:00.000Z."
    )
    expect(service.current.received).toHaveLength(1)
  })

  it("retries a page where it is, and ends with the error of one that keeps failing", async () => {
    const full = { body: { data: transactions(3) } }
    service.current.answersInTurn(full, { status: 500 }, full, { body: { data: [] } })
    expect(await collect({ limit: 3 })).toEqual([3, 3])
    expect(service.current.received.map(({ query }) => query.get("offset"))).toEqual(["0", "3", "3", "6"])
    service.current.answersInTurn(full, { status: 500 })
    await expect(collect({ limit: 3 })).rejects.toThrow(PosServerError)
  })

  it("reads the balance and the next payout", async () => {
    const payout = { totalBalance: 100, currencyId: "SEK", nextPayoutAmount: 40, periodicity: "WEEKLY" }
    service.current.answersInTurn({ body: { totalBalance: -5, currencyId: "SEK" } }, { body: payout })
    expect(await api().balance()).toEqual({ totalBalance: -5, currencyId: "SEK" })
    expect(await api().payoutInfo()).toEqual(payout)
    expect(service.current.received.map(({ path }) => path)).toEqual(["/v2/accounts/liquid/balance", "/v2/payout-info"])
  })

  it("has no balance and no payout where the POS has no such interface, but reports other failures", async () => {
    service.current.answer = () => ({ status: 404 })
    expect([await api().balance("preliminary"), await api().payoutInfo()]).toEqual([null, null])
    service.current.answer = () => ({ status: 500 })
    await expect(api().balance()).rejects.toThrow(PosServerError)
    await expect(api().payoutInfo()).rejects.toThrow(PosServerError)
  })
})
