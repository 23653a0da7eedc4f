import { MONDAY, useSandbox } from "./support/use-sandbox"

const DAY = 86_400
const PERIOD = "start=2026-01-01T00:00:00.000%2B00:00&end=2027-01-01T00:00:00.000%2B00:00"

type Row = { timestamp: string; amount: number; originatorTransactionType: string; originatingTransactionUuid: string }

describe("Account transactions: GET /v2/accounts/{accountTypeGroup}/transactions", () => {
  const world = useSandbox({ startAt: MONDAY })
  const get = (query: string, group = "liquid") => world.merchant.api.get(`/v2/accounts/${group}/transactions?${query}`)
  const rows = async (query = PERIOD, group = "liquid"): Promise<Row[]> => (await get(query, group)).data.data
  const summary = (list: Row[]) =>
    list.map(({ timestamp, amount, originatorTransactionType: type }) => [timestamp.slice(0, 16), type, amount])
  const sell = async (amount: number, method = "card") =>
    (await world.merchant.sell([{ type: "custom-amount", amount }], { payments: [{ method }] })).data
  const profile = (change: object) =>
    world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, change)

  beforeEach(() => world.merchant.control.post("/clock", { stopped: true }))

  it("answers 200 with data: timestamp, amount, originatorTransactionType, originatingTransactionUuid", async () => {
    const sale = await sell(100_000)
    await world.merchant.advance(DAY)
    const { status, data } = await get(PERIOD)
    expect(status).toBe(200)
    expect(data.data[2]).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:?\d\d$/),
      amount: 100_000,
      originatorTransactionType: "PAYMENT",
      originatingTransactionUuid: sale.payments[0].uuid,
    })
  })

  it("newest first: a card payment and its fee the next day, and the payout of both", async () => {
    await sell(100_000)
    await world.merchant.advance(DAY)
    expect(summary(await rows())).toEqual([
      ["2026-03-10T05:00", "PAYOUT", -98_150],
      ["2026-03-10T03:00", "PAYMENT_FEE", -1_850],
      ["2026-03-10T03:00", "PAYMENT", 100_000],
    ])
  })

  it("a payment and its fee share the uuid of the payment on the purchase", async () => {
    const sale = await sell(100_000)
    await world.merchant.advance(DAY)
    const [, fee, payment] = await rows()
    expect([payment?.originatingTransactionUuid, fee?.originatingTransactionUuid]).toEqual([
      sale.payments[0].uuid,
      sale.payments[0].uuid,
    ])
  })

  it("in the refund case PAYMENT is negative and PAYMENT_FEE positive", async () => {
    const sale = await sell(100_000)
    const refund = (await world.merchant.refund(sale.purchaseUUID1, { customAmount: 40_000 })).data
    await world.merchant.advance(DAY)
    const back = (await rows()).filter((row) => row.originatingTransactionUuid === refund.payments[0].uuid)
    expect(summary(back)).toEqual([
      ["2026-03-10T03:00", "PAYMENT_FEE", 740],
      ["2026-03-10T03:00", "PAYMENT", -40_000],
    ])
  })

  it("a refund returns the whole fee, also one that ends in half a minor unit", async () => {
    const sale = await sell(1_000)
    await world.merchant.refund(sale.purchaseUUID1)
    await world.merchant.advance(DAY)
    const fees = (await rows()).filter(({ originatorTransactionType: type }) => type === "PAYMENT_FEE")
    expect(fees.map(({ amount }) => amount).sort((left, right) => left - right)).toEqual([-19, 19])
  })

  it("a change of the periodicity, and a payout that is to fail, leave the payouts before it as they were", async () => {
    const { organizationUuid } = world.merchant
    await sell(100_000)
    await world.merchant.advance(DAY)
    await profile({ payoutPeriodicity: "MONTHLY" })
    await world.merchant.control.post("/failing-payouts", { organizationUuid, payouts: 1 })
    await world.merchant.advance(7 * DAY)
    const moved = (await rows()).filter(({ originatorTransactionType: type }) => type.endsWith("PAYOUT"))
    expect(summary(moved)).toEqual([["2026-03-10T05:00", "PAYOUT", -98_150]])
  })

  it("timestamp is when money moved in the account, days after the sale for some methods", async () => {
    await sell(100_000, "card-online")
    await sell(100_000, "invoice")
    await sell(100_000, "deferred-pay")
    await world.merchant.advance(11 * DAY)
    const moved = (await rows()).filter(({ originatorTransactionType: type }) => type !== "PAYOUT")
    expect(summary(moved)).toEqual([
      ["2026-03-19T03:00", "INVOICE_PAYMENT_FEE", -2_950],
      ["2026-03-19T03:00", "INVOICE_PAYMENT", 100_000],
      ["2026-03-12T03:00", "PAYMENT_FEE", -2_900],
      ["2026-03-12T03:00", "PAYMENT", 100_000],
      ["2026-03-11T03:00", "PAYMENT_FEE", -2_500],
      ["2026-03-11T03:00", "PAYMENT", 100_000],
    ])
  })

  it.each(["cash", "alt-pay-se", "alt-pay-no", "alt-pay-dk", "wallet"])(
    "%s never passes the account",
    async (method) => {
      await sell(100_000, method)
      await world.merchant.advance(30 * DAY)
      expect(await rows()).toEqual([])
    }
  )

  it("a payment is in the preliminary account at once, and leaves it as PAYMENT_PAYOUT", async () => {
    await sell(100_000)
    expect(await rows()).toEqual([])
    expect(summary(await rows(PERIOD, "preliminary"))).toEqual([
      ["2026-03-09T10:30", "PAYMENT_FEE", -1_850],
      ["2026-03-09T10:30", "PAYMENT", 100_000],
    ])
    await world.merchant.advance(DAY)
    expect(summary(await rows(PERIOD, "preliminary"))[0]).toEqual(["2026-03-10T03:00", "PAYMENT_PAYOUT", -98_150])
  })

  it.each(["liquid", "LIQUID", "Liquid", "preliminary", "PRELIMINARY"])("accountTypeGroup %s", async (group) => {
    expect((await get(PERIOD, group)).status).toBe(200)
  })

  it("accountTypeGroup that is unknown answers 400", async () => {
    expect((await get(PERIOD, "madrass")).status).toBe(400)
  })

  it("start: inclusive", async () => {
    await sell(100_000)
    await world.merchant.advance(DAY)
    const until = "end=2027-01-01T00:00:00Z"
    expect(await rows(`start=2026-03-10T03:00:00.000Z&${until}`)).toHaveLength(3)
    expect(await rows(`start=2026-03-10T03:00:00.001Z&${until}`)).toHaveLength(1)
  })

  it("end: exclusive", async () => {
    await sell(100_000)
    await world.merchant.advance(DAY)
    const from = "start=2026-01-01T00:00:00Z"
    expect(await rows(`${from}&end=2026-03-10T05:00:00.000Z`)).toHaveLength(2)
    expect(await rows(`${from}&end=2026-03-10T05:00:00.001Z`)).toHaveLength(3)
  })

  it("start and end: with any offset, also when its + was not encoded", async () => {
    await sell(100_000)
    await world.merchant.advance(DAY)
    expect(await rows("start=2026-03-10T05:00:00%2B02:00&end=2026-03-10T06:59:00%2B02:00")).toHaveLength(2)
    expect(await rows("start=2026-03-10T05:00:00+0200&end=2026-03-10T06:59:00+0200")).toHaveLength(2)
    expect(await rows("start=2026-03-10T05:00:00 02:00&end=2026-03-10T06:59:00 02:00")).toHaveLength(2)
  })

  it.each([
    "",
    "start=2026-01-01T00:00:00Z",
    "end=2026-01-01T00:00:00Z",
    "start=igår&end=idag",
    "start=2026-02-01T00:00:00Z&end=2026-02-30T00:00:00Z",
  ])("start or end missing or no date (%s) answers 400", async (query) => {
    expect((await get(query)).status).toBe(400)
  })

  it("limit and offset: pages to the end, which holds fewer than limit", async () => {
    for (let sale = 0; sale < 3; sale++) {
      await sell(10_000 + sale)
    }
    await world.merchant.advance(DAY)
    const all = await rows()
    const pages = [
      await rows(`${PERIOD}&limit=3&offset=0`),
      await rows(`${PERIOD}&limit=3&offset=3`),
      await rows(`${PERIOD}&limit=3&offset=6`),
      await rows(`${PERIOD}&limit=3&offset=9`),
    ]
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1, 0])
    expect(pages.flat()).toEqual(all)
  })

  it("limit: 10,000 without one", async () => {
    const { control, organizationUuid } = world.merchant
    await control.post(`/organizations/${organizationUuid}/seed`, { products: 1, purchases: 7_500, refundShare: 0 })
    const wide = "start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z"
    expect(await rows(wide)).toHaveLength(10_000)
    expect((await rows(`${wide}&offset=10000`)).length).toBeGreaterThan(0)
  })

  it("seeded days were paid out day by day, even where the account was looked at before", async () => {
    const { api, control, organizationUuid } = world.merchant
    expect((await api.get("/v2/accounts/liquid/balance")).data.totalBalance).toBe(0)
    await control.post(`/organizations/${organizationUuid}/seed`, { products: 5, purchases: 200, days: 40 })
    const wide = "start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z&includeTransactionType=PAYOUT"
    expect((await rows(wide)).length).toBeGreaterThan(30)
  })

  it.each(["limit=0", "limit=x", "offset=-1", "offset=x"])("%s answers 400", async (query) => {
    expect((await get(`${PERIOD}&${query}`)).status).toBe(400)
  })

  it("includeTransactionType: once, several times, and before limit and offset", async () => {
    await sell(100_000)
    await sell(50_000)
    await world.merchant.advance(DAY)
    const types = async (query: string) =>
      (await rows(`${PERIOD}&${query}`)).map(({ originatorTransactionType: type }) => type)
    const [payment, payout] = ["includeTransactionType=PAYMENT", "includeTransactionType=PAYOUT"]
    expect(await types(payment)).toEqual(["PAYMENT", "PAYMENT"])
    expect(await types(`${payment}&${payout}`)).toEqual(["PAYOUT", "PAYMENT", "PAYMENT"])
    expect(await types(`${payment}&limit=1&offset=1`)).toEqual(["PAYMENT"])
    expect(await types("includeTransactionType=OKÄND")).toEqual([])
  })

  it.each([
    "ADJUSTMENT",
    "ADVANCE",
    "ADVANCE_DOWNPAYMENT",
    "ADVANCE_FEE_DOWNPAYMENT",
    "CASHBACK",
    "FROZEN_FUNDS",
    "A_TYPE_OF_THE_FUTURE",
  ])("type %s", async (type) => {
    const { control, organizationUuid } = world.merchant
    await control.post("/account-transactions", { organizationUuid, type, amount: -2_500 })
    await world.merchant.advance(1)
    expect(summary(await rows(`${PERIOD}&includeTransactionType=${type}`))).toEqual([
      ["2026-03-09T10:30", type, -2_500],
    ])
  })

  describe("payouts", () => {
    const payouts = async () => summary(await rows(`${PERIOD}&includeTransactionType=PAYOUT`))

    it("DAILY: each morning that has a balance", async () => {
      await sell(100_000)
      await world.merchant.advance(DAY)
      await sell(200_000)
      await world.merchant.advance(3 * DAY)
      expect(await payouts()).toEqual([
        ["2026-03-11T05:00", "PAYOUT", -196_300],
        ["2026-03-10T05:00", "PAYOUT", -98_150],
      ])
    })

    it("WEEKLY: on Mondays", async () => {
      await profile({ payoutPeriodicity: "WEEKLY" })
      await sell(100_000)
      await world.merchant.advance(15 * DAY)
      expect(await payouts()).toEqual([["2026-03-16T05:00", "PAYOUT", -98_150]])
    })

    it("MONTHLY: on the first", async () => {
      await profile({ payoutPeriodicity: "MONTHLY" })
      await sell(100_000)
      await world.merchant.advance(60 * DAY)
      expect(await payouts()).toEqual([["2026-04-01T05:00", "PAYOUT", -98_150]])
    })

    it("FAILED_PAYOUT returns the money two days later, with the payout's uuid, and it is paid out again", async () => {
      const { control, organizationUuid } = world.merchant
      await control.post("/failing-payouts", { organizationUuid, payouts: 1 })
      await sell(100_000)
      await world.merchant.advance(4 * DAY)
      const [again, failed, first] = await rows(
        `${PERIOD}&includeTransactionType=PAYOUT&includeTransactionType=FAILED_PAYOUT`
      )
      expect(summary([again, failed, first].flatMap((row) => row ?? []))).toEqual([
        ["2026-03-12T05:00", "PAYOUT", -98_150],
        ["2026-03-12T05:00", "FAILED_PAYOUT", 98_150],
        ["2026-03-10T05:00", "PAYOUT", -98_150],
      ])
      expect(failed?.originatingTransactionUuid).toBe(first?.originatingTransactionUuid)
      expect(again?.originatingTransactionUuid).not.toBe(first?.originatingTransactionUuid)
    })

    it("a refund above the balance leaves it negative, and nothing is paid out until it is made good", async () => {
      const sale = await sell(100_000)
      await world.merchant.advance(DAY)
      await world.merchant.refund(sale.purchaseUUID1)
      await world.merchant.advance(3 * DAY)
      expect(await payouts()).toHaveLength(1)
      expect((await world.merchant.api.get("/v2/accounts/liquid/balance")).data.totalBalance).toBe(-98_150)
    })
  })
})

describe("Balance and payout-info", () => {
  const world = useSandbox({ startAt: MONDAY })
  const get = async (path: string) => (await world.merchant.api.get(path)).data

  beforeEach(async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    const path = `/organizations/${world.merchant.organizationUuid}`
    await world.merchant.control.patch(path, { payoutPeriodicity: "WEEKLY" })
    await world.merchant.sell([{ type: "custom-amount", amount: 100_000 }])
  })

  it("GET /v2/accounts/{group}/balance answers totalBalance and currencyId, before and after settlement", async () => {
    const balances = () => Promise.all(["liquid", "PRELIMINARY"].map((group) => get(`/v2/accounts/${group}/balance`)))
    const money = (totalBalance: number) => ({ totalBalance, currencyId: "SEK" })
    expect(await balances()).toEqual([money(0), money(98_150)])
    await world.merchant.advance(DAY)
    expect(await balances()).toEqual([money(98_150), money(0)])
  })

  it("balance and payout are those of the moment that is asked for, with or without a zone", async () => {
    await world.merchant.advance(DAY)
    const at = async (moment: string) => [
      (await get(`/v2/accounts/liquid/balance?at=${moment}`)).totalBalance,
      (await get(`/v2/payout-info?at=${moment}`)).totalBalance,
      (await get(`/v2/payout-info?at=${moment}`)).nextPayoutAmount,
    ]
    expect(await at("2026-03-09T23:00:00")).toEqual([0, 0, 0])
    expect(await at("2026-03-10T01:00:00%2B0200")).toEqual([0, 0, 0])
    expect(await at("2026-03-10T10:00:00Z")).toEqual([98_150, 98_150, 98_150])
  })

  it.each(["/v2/accounts/madrass/balance", "/v2/accounts/liquid/balance?at=yesterday", "/v2/payout-info?at=yesterday"])(
    "GET %s answers 400",
    async (path) => {
      expect((await world.merchant.api.get(path)).status).toBe(400)
    }
  )

  it("GET /v2/payout-info answers totalBalance, currencyId, nextPayoutAmount, discountRemaining, periodicity", async () => {
    await world.merchant.advance(DAY)
    expect(await get("/v2/payout-info")).toMatchObject({
      totalBalance: 98_150,
      currencyId: "SEK",
      nextPayoutAmount: 98_150,
      discountRemaining: 0,
      periodicity: "WEEKLY",
    })
  })

  it.each(["DAILY", "WEEKLY", "MONTHLY"])("periodicity %s", async (payoutPeriodicity) => {
    await world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, { payoutPeriodicity })
    expect((await get("/v2/payout-info")).periodicity).toBe(payoutPeriodicity)
  })
})
