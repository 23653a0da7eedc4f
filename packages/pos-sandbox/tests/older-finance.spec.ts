import { MONDAY, useSandbox } from "./support/use-sandbox"

const DAY = 86_400
const ACCOUNTS = "/organizations/self/accounts"
const PERIOD = "start=2026-01&end=2027-01-01"

type Row = { amount: number; originatorTransactionType: string }

describe.each(["spec", "field"] as const)("Account transactions, version 1, in the %s dialect", (dialect) => {
  const world = useSandbox({ startAt: MONDAY, dialect })
  const get = (path: string) => world.merchant.api.get(path)
  const summary = async (query = PERIOD, group = "LIQUID") =>
    (await get(`${ACCOUNTS}/${group}/transactions?${query}`)).data.data.map((row: Row) => [
      row.originatorTransactionType,
      row.amount,
    ])

  beforeEach(() => world.merchant.control.post("/clock", { stopped: true }))

  async function sellAndRefund() {
    const items = [{ type: "custom-amount", amount: 100_000 }]
    const { data: sale } = await world.merchant.sell(items, { payments: [{ method: "card" }] })
    await world.merchant.refund(sale.purchaseUUID1, { customAmount: 40_000 })
    await world.merchant.advance(DAY)
    return sale
  }

  it("everything is in data, and cards have words of their own", async () => {
    const sale = await sellAndRefund()
    const { status, data } = await get(`${ACCOUNTS}/LIQUID/transactions?${PERIOD}`)
    expect([status, data.data.at(-1)]).toEqual([
      200,
      {
        timestamp: expect.stringMatching(/^2026-03-10T03:00:00\.000\+0000$/),
        amount: 100_000,
        originatorTransactionType: "CARD_PAYMENT",
        originatingTransactionUuid: sale.payments[0].uuid,
      },
    ])
    expect(await summary()).toEqual([
      ["PAYOUT", -58_890],
      ["CARD_PAYMENT_FEE_REFUND", 740],
      ["CARD_REFUND", -40_000],
      ["CARD_PAYMENT_FEE", -1_850],
      ["CARD_PAYMENT", 100_000],
    ])
    expect(await summary(PERIOD, "PRELIMINARY")).toContainEqual(["CARD_PAYMENT", 100_000])
  })

  it("a page is chosen by period, type, limit and offset", async () => {
    await sellAndRefund()
    expect(await summary(`${PERIOD}&limit=1&offset=1`)).toEqual([["CARD_PAYMENT_FEE_REFUND", 740]])
    expect(await summary("start=2026-03-10T05:00:00&end=2026-03-11")).toEqual([["PAYOUT", -58_890]])
    const types = "includeTransactionType=CARD_REFUND&includeTransactionType=PAYOUT"
    expect(await summary(`${PERIOD}&${types}`)).toEqual([
      ["PAYOUT", -58_890],
      ["CARD_REFUND", -40_000],
    ])
  })

  it("balance and payout are those of a moment, without later movements", async () => {
    await sellAndRefund()
    const balance = async (query: string) => (await get(`${ACCOUNTS}/liquid/balance${query}`)).data
    expect(await balance("")).toEqual({ data: { totalBalance: 0, currencyId: "SEK" } })
    expect((await balance("?at=2026-03-10T04:00:00")).data.totalBalance).toBe(58_890)
    expect((await get("/organizations/self/payout-info?at=2026-03-10T04:00:00")).data).toEqual({
      data: {
        totalBalance: 58_890,
        currencyId: "SEK",
        nextPayoutAmount: 58_890,
        discountRemaining: 0,
        periodicity: "DAILY",
      },
    })
    expect((await get("/organizations/self/payout-info")).data.data.nextPayoutAmount).toBe(0)
  })

  it("a malformed moment, an unknown account and a missing period answer 400", async () => {
    const statuses = await Promise.all(
      [
        `${ACCOUNTS}/liquid/balance?at=yesterday`,
        `${ACCOUNTS}/liquid/balance?at=2026-13`,
        `${ACCOUNTS}/other/balance`,
        `${ACCOUNTS}/liquid/transactions`,
        "/organizations/self/payout-info?at=1",
      ].map(async (path) => (await get(path)).status)
    )
    expect(statuses).toEqual([400, 400, 400, 400, 400])
  })
})
