import { parseTimestamp } from "../../../src/pos-api/contract"
import { speak } from "./support/dialects"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const DAY = 86_400
const PERIOD = "start=2026-01-01T00:00:00.000%2B00:00&end=2027-01-01T00:00:00.000%2B00:00"

describe("[financeShape]", () => {
  const world = useSandbox({ startAt: MONDAY })
  const get = async (path: string) => (await world.merchant.api.get(path)).data
  const transactions = () => get(`/v2/accounts/liquid/transactions?${PERIOD}`)
  const sell = async (method: string) =>
    (await world.merchant.sell([{ type: "custom-amount", amount: 100_000 }], { payments: [{ method }] })).data
      .payments[0]

  beforeEach(() => world.merchant.control.post("/clock", { stopped: true }))

  it("spec: rows stand in data and name an originatingTransactionUuid", async () => {
    const { uuid } = await sell("card")
    await world.merchant.advance(DAY)
    const { data } = await transactions()
    expect(data).toHaveLength(3)
    expect(data[2]).toMatchObject({ amount: 100_000, originatingTransactionUuid: uuid })
  })

  it("field: a bare array with originatorTransactionUuid, amounts as number or text, moments in four forms", async () => {
    await speak(world.merchant, "financeShape", "field")
    const { uuid } = await sell("card")
    await sell("tap-on-phone")
    await world.merchant.advance(DAY)
    const rows: { timestamp: string; amount: number | string; originatorTransactionType: string }[] =
      await transactions()
    expect(rows).toHaveLength(5)
    expect(rows).toContainEqual(expect.objectContaining({ originatorTransactionUuid: uuid }))
    expect(rows[0]).not.toHaveProperty("originatingTransactionUuid")
    expect(new Set(rows.map(({ amount }) => typeof amount))).toEqual(new Set(["number", "string"]))
    const amounts = rows.map(({ originatorTransactionType, amount }) => `${originatorTransactionType} ${amount}`)
    expect(amounts.sort()).toEqual([
      "PAYMENT 100000",
      "PAYMENT 100000",
      "PAYMENT_FEE -1850",
      "PAYMENT_FEE -1850",
      "PAYOUT -196300",
    ])
    const zones = rows.map(({ timestamp }) => /(Z|\+00:?00)$/.exec(timestamp)?.[0])
    expect(new Set(zones)).toEqual(new Set(["+0000", "+00:00", "Z", undefined]))
    const hours = rows.map(({ timestamp }) =>
      parseTimestamp(/(Z|\+00:?00)$/.test(timestamp) ? timestamp : `${timestamp}Z`)
    )
    expect(hours.map((at) => at?.toISOString().slice(0, 13))).toEqual([
      "2026-03-10T05",
      ...Array.from({ length: 4 }, () => "2026-03-10T03"),
    ])
  })

  it.each(["spec", "field", "odd"] as const)("%s: start and end go with and without a zone", async (dialect) => {
    await sell("card")
    await world.merchant.advance(DAY)
    await speak(world.merchant, "financeShape", dialect)
    const count = async (start: string, end: string) => {
      const path = `/v2/accounts/liquid/transactions?start=${encodeURIComponent(start)}&end=${encodeURIComponent(end)}`
      const answer = await get(path)
      return (Array.isArray(answer) ? answer : answer.data).length
    }
    expect(await count("2026-03-10T03:00:00", "2026-03-10T05:00:00")).toBe(2)
    expect(await count("2026-03-10T04:00:00+01:00", "2026-03-10T05:00:00.000Z")).toBe(2)
    expect(await count("2026-03-10T03:00:01", "2026-03-10T05:00:00")).toBe(0)
  })

  it.each(["spec", "field"] as const)("%s: balance and payout-info are bare objects", async (dialect) => {
    await speak(world.merchant, "financeShape", dialect)
    expect(await get("/v2/accounts/liquid/balance")).toEqual({ totalBalance: 0, currencyId: "SEK" })
    expect(await get("/v2/payout-info")).toMatchObject({ totalBalance: 0, currencyId: "SEK", periodicity: "DAILY" })
  })

  it.each(["cash", "alt-pay-se", "wallet", "store-credit", "custom"])("both: %s never gets a row", async (method) => {
    await sell(method)
    await world.merchant.advance(30 * DAY)
    expect((await transactions()).data).toEqual([])
    await speak(world.merchant, "financeShape", "field")
    await sell(method)
    await world.merchant.advance(30 * DAY)
    expect(await transactions()).toEqual([])
  })

  it("spec: an invoice is settled on the account; field: one that no card paid is not", async () => {
    await sell("invoice")
    await world.merchant.advance(30 * DAY)
    const before = (await transactions()).data.length
    expect(before).toBeGreaterThan(0)
    await speak(world.merchant, "financeShape", "field")
    await sell("invoice")
    await world.merchant.advance(30 * DAY)
    expect(await transactions()).toHaveLength(before)
  })
})
