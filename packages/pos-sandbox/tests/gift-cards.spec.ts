import { v1 as uuidVersion1 } from "uuid"
import { useSandbox } from "./support/use-sandbox"

const DAY = 86_400

/** 00:30 of the next day in Stockholm, the evening before in UTC. */
const LATE = new Date("2026-03-09T23:30:00.000Z")

describe("Gift cards: GET /organizations/{organizationUuid}/giftcards/external/{Uuid}", () => {
  const world = useSandbox({ startAt: LATE })
  const sell = async (change: object = {}): Promise<string> => {
    const { data } = await world.merchant.sell([{ type: "gift-card", amount: 50_000, ...change }])
    return data.products[0].details.giftcardUuid
  }
  const payWith = (giftCardUuid: string, amount: number) =>
    world.merchant.sell([{ type: "custom-amount", amount }], { payments: [{ method: "gift-card", giftCardUuid }] })

  it("answers 200 with uuid, created, validTo, initialAmount, remainingAmount", async () => {
    const uuid = await sell()
    const { status, data } = await world.merchant.giftCard(uuid)
    expect({ status, data }).toEqual({
      status: 200,
      data: { uuid, created: "2026-03-10", validTo: "2027-03-10", initialAmount: 50_000, remainingAmount: 50_000 },
    })
  })

  it.each([
    [1, "2027-03-10"],
    [2, "2028-03-10"],
    [3, "2029-03-10"],
    [null, null],
  ])("validity of %s years: validTo %s", async (validYears, validTo) => {
    expect((await world.merchant.giftCard(await sell({ validYears }))).data.validTo).toBe(validTo)
  })

  it("other validities answer 422", async () => {
    expect((await world.merchant.sell([{ type: "gift-card", amount: 50_000, validYears: 4 }])).status).toBe(422)
  })

  it("the organization's UUID works as self does", async () => {
    const path = `/organizations/${world.merchant.organizationUuid}/giftcards/external/${await sell()}`
    expect((await world.merchant.api.get(path)).status).toBe(200)
  })

  it("a gift card that is not found answers 404, and what is no UUID too", async () => {
    expect((await world.merchant.giftCard(uuidVersion1())).status).toBe(404)
    expect((await world.merchant.giftCard("presentkort")).status).toBe(404)
  })

  it("authentication missing answers 401", async () => {
    const path = `/organizations/self/giftcards/external/${await sell()}`
    expect((await world.merchant.api.get(path, { headers: { authorization: "" } })).status).toBe(401)
  })

  it("remainingAmount goes down with each payment, to 0", async () => {
    const uuid = await sell()
    await payWith(uuid, 12_345)
    expect((await world.merchant.giftCard(uuid)).data).toMatchObject({ initialAmount: 50_000, remainingAmount: 37_655 })
    await payWith(uuid, 37_655)
    expect((await world.merchant.giftCard(uuid)).data.remainingAmount).toBe(0)
  })

  it("paying more than is left answers 422 and takes nothing", async () => {
    const uuid = await sell()
    expect((await payWith(uuid, 50_001)).status).toBe(422)
    expect((await world.merchant.giftCard(uuid)).data.remainingAmount).toBe(50_000)
  })

  it("one card cannot pay twice in a sale for more than it holds", async () => {
    const uuid = await sell()
    const payments = [40_000, 20_000].map((amount) => ({ method: "gift-card", giftCardUuid: uuid, amount }))
    const { status } = await world.merchant.sell([{ type: "custom-amount", amount: 60_000 }], { payments })
    expect([status, (await world.merchant.giftCard(uuid)).data.remainingAmount]).toEqual([422, 50_000])
  })

  it("an unknown card answers 404 at the register", async () => {
    expect((await payWith(uuidVersion1(), 100)).status).toBe(404)
  })

  it("a card can pay on its last day in the organization's time zone, and not on the next", async () => {
    const uuid = await sell()
    await world.merchant.advance(365 * DAY)
    expect((await payWith(uuid, 100)).status).toBe(201)
    await world.merchant.advance(23 * 3_600)
    expect((await payWith(uuid, 100)).status).toBe(201)
    await world.merchant.advance(3_600)
    expect((await payWith(uuid, 100)).status).toBe(422)
  })

  it("a card that never expires pays after ten years", async () => {
    const uuid = await sell({ validYears: null })
    await world.merchant.advance(3_650 * DAY)
    expect((await payWith(uuid, 100)).status).toBe(201)
  })
})
