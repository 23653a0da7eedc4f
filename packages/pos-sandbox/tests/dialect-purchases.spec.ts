import { speak } from "./support/dialects"
import { MONDAY, useSandbox } from "./support/use-sandbox"

type Listed = { purchases: { purchaseNumber: number }[]; linkUrls: string[] }

const custom = (amount: number, vatPercentage: number) => ({ type: "custom-amount", amount, vatPercentage })

describe("[onePurchase]", () => {
  const world = useSandbox()

  it.each(["/purchase/v2", "/purchases/v2"])("both: GET %s/{uuid} answers one purchase", async (path) => {
    const { data: sale } = await world.merchant.sell([custom(10_000, 25)])
    const { status, data } = await world.merchant.api.get(`${path}/${sale.purchaseUUID1}`)
    expect([status, data]).toEqual([200, sale])
    expect((await world.merchant.api.get(`${path}/${sale.payments[0].uuid}`)).status).toBe(404)
    expect((await world.merchant.api.get(`${path}/x`)).status).toBe(400)
  })

  it("both: the budget of the interface counts either path", async () => {
    await world.merchant.control.patch("/budgets", { purchases: { requests: 1, seconds: 600 } })
    const { purchaseUUID1 } = (await world.merchant.sell([custom(10_000, 25)])).data
    expect((await world.merchant.api.get(`/purchases/v2/${purchaseUUID1}`)).status).toBe(200)
    expect((await world.merchant.api.get(`/purchase/v2/${purchaseUUID1}`)).status).toBe(429)
  })
})

describe("[groupedVat]", () => {
  const world = useSandbox()
  const sale = async (items: object[], basket: object = {}) => (await world.merchant.sell(items, basket)).data

  it("spec: the tax of each rate", async () => {
    const { vatAmount, groupedVatAmounts } = await sale([custom(70_000, 25), custom(100, 0), custom(11_200, 12)])
    expect([vatAmount, groupedVatAmounts]).toEqual([15_200, { "25": 14_000, "0": 0, "12": 1_200 }])
  })

  it("field: the turnover with tax of each rate", async () => {
    await speak(world.merchant, "groupedVat", "field")
    const { vatAmount, groupedVatAmounts } = await sale([custom(70_000, 25)])
    expect([vatAmount, groupedVatAmounts]).toEqual([14_000, { "25.0": 70_000 }])
    expect((await sale([custom(100, 0), custom(2_510, 25.5)])).groupedVatAmounts).toEqual({ "0.0": 100, "25.5": 2_510 })
  })

  it("field: a refund's is negative", async () => {
    await speak(world.merchant, "groupedVat", "field")
    const { purchaseUUID1 } = await sale([custom(10_000, 12)])
    expect((await world.merchant.refund(purchaseUUID1)).data.groupedVatAmounts).toEqual({ "12.0": -10_000 })
  })

  it("field: rates come to the amount without tips, discounts and charges included; rows' tax comes to vatAmount", async () => {
    await speak(world.merchant, "groupedVat", "field")
    const { amount, vatAmount, groupedVatAmounts, products } = await sale([custom(33_333, 25), custom(9_999, 6)], {
      discounts: [{ name: "Stamkund", percentage: 7.5 }],
      tip: 500,
    })
    const turnover = Object.values<number>(groupedVatAmounts).reduce((sum, part) => sum + part, 0)
    expect(turnover).toBe(amount - 500)
    const net = products.reduce(
      (sum: number, { rowTaxableAmount }: { rowTaxableAmount: number }) => sum + rowTaxableAmount,
      0
    )
    expect(turnover - net).toBe(vatAmount)
  })
})

describe("[purchaseTypes]", () => {
  const world = useSandbox()

  it("spec: users and organizations are named by UUID, and a cash refund has a changeAmount", async () => {
    const { data: sale } = await world.merchant.sell([custom(10_000, 25)], {
      payments: [{ method: "cash", handedAmount: 20_000 }],
    })
    expect(sale).toMatchObject({ organizationUuid: world.merchant.organizationUuid, userUuid: expect.any(String) })
    expect(sale).not.toHaveProperty("userId")
    expect((await world.merchant.refund(sale.purchaseUUID1)).data.payments[0].attributes).toHaveProperty("changeAmount")
  })

  it("field: the interface numbers users and organizations, events name them by UUID", async () => {
    await speak(world.merchant, "purchaseTypes", "field")
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url, ["PurchaseCreated"])
    const { data: sale } = await world.merchant.sell([custom(10_000, 25)])
    const { data: shown } = await world.merchant.api.get(`/purchase/v2/${sale.purchaseUUID1}`)
    expect([shown.userId, shown.organizationId].every(Number.isInteger)).toBe(true)
    expect(shown).not.toHaveProperty("userUuid")
    expect(shown).not.toHaveProperty("organizationUuid")
    await world.merchant.settled()
    const [event] = destination.payloads("PurchaseCreated")
    expect(event).toMatchObject({ organizationUuid: world.merchant.organizationUuid, userUuid: expect.any(String) })
    expect(event).not.toHaveProperty("userId")
  })

  it("field: cashRegister is an object, there are fields beside the specified ones, and identifiers are of any version", async () => {
    await speak(world.merchant, "purchaseTypes", "field")
    const { data: sale } = await world.merchant.sell([{ ...custom(10_000, 25), discount: { percentage: 10 } }])
    expect(sale).toMatchObject({
      purchaseUUID1: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      cashRegister: { uuid: expect.any(String) },
      taxValues: [],
      published: true,
      products: [
        {
          quantity: "1",
          grossValue: 9_000,
          grossTax: 1_800,
          taxRates: [],
          taxExempt: false,
          discount: { percentage: 10, quantity: 1, value: 1_000 },
        },
      ],
      payments: [{ attributes: { nrOfInstallments: 1, installmentAmount: 9_000 } }],
    })
  })

  it("field: a cash refund has a negative handedAmount and no changeAmount", async () => {
    await speak(world.merchant, "purchaseTypes", "field")
    const { data: sale } = await world.merchant.sell([custom(10_000, 25)], {
      payments: [{ method: "cash", handedAmount: 20_000 }],
    })
    expect(sale.payments[0].attributes).toEqual({ handedAmount: 20_000, changeAmount: 10_000 })
    const { data: refund } = await world.merchant.refund(sale.purchaseUUID1, { customAmount: 4_000 })
    expect(refund.payments[0].attributes).toEqual({ handedAmount: -4_000 })
  })

  it.each([
    ["tap-on-phone", "SERVICE_TAP_ON_PHONE"],
    ["payment-link", "SERVICE_PAYMENT_LINK"],
    ["store-credit", "STORE_CREDIT"],
    ["custom", "CUSTOM"],
  ])("both: %s is rung up as %s", async (method, type) => {
    const { data } = await world.merchant.sell([custom(10_000, 25)], { payments: [{ method }] })
    expect(data.payments).toMatchObject([{ type, amount: 10_000, attributes: expect.any(Object) }])
  })

  describe("[paymentBrands]", () => {
    const branded = useSandbox({ brand: "Acme" })

    it.each([
      ["alt-pay-se", "ALT_PAY_SE", "SWISH"],
      ["alt-pay-no", "ALT_PAY_NO", "VIPPS"],
      ["alt-pay-dk", "ALT_PAY_DK", "MOBILE_PAY"],
      ["wallet", "WALLET", "PAYPAL"],
      ["deferred-pay", "DEFERRED_PAY", "KLARNA"],
    ])("%s is %s as specified and without a brand, else %s", async (method, neutral, name) => {
      const typeOf = async ({ merchant }: Pick<typeof world, "merchant">) =>
        (await merchant.sell([custom(10_000, 25)], { payments: [{ method }] })).data.payments[0].type
      expect(await typeOf(branded)).toBe(neutral)
      await speak(world.merchant, "paymentBrands", "field")
      expect(await typeOf(world)).toBe(neutral)
      await speak(branded.merchant, "paymentBrands", "field")
      expect(await typeOf(branded)).toBe(name)
    })

    it("field: nothing is paid by CUSTOM any more", async () => {
      await speak(world.merchant, "paymentBrands", "field")
      const payments = [{ method: "custom" }]
      expect((await world.merchant.sell([custom(10_000, 25)], { payments })).status).toBe(422)
    })
  })

  it("[shortPurchaseIds] the short identifier finds the purchase; odd: it is refused", async () => {
    const { data: sale } = await world.merchant.sell([custom(10_000, 25)])
    const read = (identifier: string) => world.merchant.api.get(`/purchase/v2/${identifier}`)
    for (const dialect of ["spec", "field"] as const) {
      await speak(world.merchant, "shortPurchaseIds", dialect)
      const { status, data } = await read(sale.purchaseUUID)
      expect([status, data.purchaseUUID1]).toEqual([200, sale.purchaseUUID1])
    }
    const unknown = await read(`${"_-zZ".repeat(5)}99`)
    expect(unknown.status).toBe(404)
    await speak(world.merchant, "shortPurchaseIds", "odd")
    expect((await read(sale.purchaseUUID)).status).toBe(400)
    expect((await read(sale.purchaseUUID1)).status).toBe(200)
  })
})

describe("[dateForms]", () => {
  const world = useSandbox({ startAt: MONDAY })
  const list = (query: string) => world.merchant.api.get<Listed>(`/purchases/v2?${query}`)
  const numbers = ({ purchases }: Listed) => purchases.map(({ purchaseNumber }) => purchaseNumber)

  /** Three sales at 10:30:00, 10:30:30 and 10:31:00. */
  beforeEach(async () => {
    await world.merchant.control.post("/clock", { stopped: true })
    for (let sale = 0; sale < 3; sale++) {
      await world.merchant.sell([custom(100, 25)])
      await world.merchant.control.post("/clock", { advance: 30 })
    }
  })

  const FULL = [
    "2026-03-09T10:30:30",
    "2026-03-09T10:30:30.000",
    "2026-03-09T10:30:30.000Z",
    "2026-03-09T11:30:30%2B01:00",
    "2026-03-09T10:30:30.000%2B0000",
    "2026-03-09T11:30:30+0100",
  ]

  it.each(FULL)("spec: startDate=%s answers 400; field: it begins there", async (moment) => {
    expect((await list(`startDate=${moment}`)).status).toBe(400)
    await speak(world.merchant, "dateForms", "field")
    const { status, data } = await list(`startDate=${moment}`)
    expect([status, numbers(data)]).toEqual([200, [2, 3]])
    expect(numbers((await list(`endDate=${moment}`)).data)).toEqual([1])
  })

  it.each(["spec", "field"] as const)("%s: the short forms hold, and what is no date answers 400", async (dialect) => {
    await speak(world.merchant, "dateForms", dialect)
    expect(numbers((await list("startDate=2026-03-09T10:31")).data)).toEqual([3])
    expect(numbers((await list("endDate=2026-03-09")).data)).toEqual([])
    expect((await list("startDate=igår")).status).toBe(400)
  })

  it("spec: each page has a link; field: linkUrls carry full dates, and a last page has none", async () => {
    expect((await list("limit=3")).data.linkUrls).toHaveLength(1)
    await speak(world.merchant, "dateForms", "field")
    expect((await list("limit=3")).data.linkUrls).toEqual([])
    const { data } = await list("limit=2&startDate=2026-03-09")
    const link = data.linkUrls[0] ?? ""
    expect(new URL(link.slice(1, link.indexOf(">"))).searchParams.get("startDate")).toBe("2026-03-09T00:00:00.000+0000")
    const next = (await world.merchant.api.get<Listed>(link.slice(1, link.indexOf(">")))).data
    expect([numbers(next), next.linkUrls]).toEqual([[3], []])
  })
})
