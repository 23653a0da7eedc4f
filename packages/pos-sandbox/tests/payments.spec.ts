import { MONDAY, useSandbox } from "./support/use-sandbox"

const text = expect.any(String)

/** Method at the register, payment type, and attributes (spec "Payment types"). */
const TYPES: [string, string, object][] = [
  [
    "card",
    "SERVICE_CARD",
    {
      cardHolderVerificationMethod: text,
      maskedPan: expect.stringContaining("*"),
      cardPaymentEntryMode: text,
      referenceNumber: text,
      authorizationCode: text,
      cardType: text,
      terminalVerificationResults: text,
      applicationIdentifier: text,
      applicationName: text,
    },
  ],
  [
    "card-online",
    "SERVICE_CARD_ONLINE",
    {
      cardType: text,
      maskedPan: expect.stringContaining("*"),
      cardPaymentEntryMode: text,
      referenceNumber: text,
      paymentlinkOrderUuid: text,
    },
  ],
  ["cash", "SERVICE_CASH", { handedAmount: 10_000, changeAmount: 0 }],
  ["invoice", "SERVICE_INVOICE", { orderUUID: text, invoiceNr: text, dueDate: "2026-04-08" }],
  ["alt-pay-se", "ALT_PAY_SE", {}],
  ["alt-pay-no", "ALT_PAY_NO", {}],
  ["alt-pay-dk", "ALT_PAY_DK", {}],
  ["wallet", "WALLET", { walletId: text }],
  ["deferred-pay", "DEFERRED_PAY", {}],
]

describe("Payments", () => {
  const world = useSandbox({ startAt: MONDAY })
  const pay = (payments: object[], basket: object = {}) =>
    world.merchant.sell([{ type: "custom-amount", amount: 10_000 }], { payments, ...basket })

  it.each(TYPES)("%s: type %s with its attributes", async (method, type, attributes) => {
    const { data } = await pay([{ method }])
    const [payment] = data.payments
    expect(payment).toMatchObject({ uuid: text, type, amount: 10_000, references: expect.any(Object) })
    expect(payment.attributes).toEqual(attributes)
  })

  it("gift-card: type GIFTCARD takes the amount from the card", async () => {
    const card = (await world.merchant.sell([{ type: "gift-card", amount: 15_000 }])).data.products[0].details
    const { data } = await pay([{ method: "gift-card", giftCardUuid: card.giftcardUuid }])
    expect(data.payments).toMatchObject([{ type: "GIFTCARD", amount: 10_000 }])
    expect((await world.merchant.giftCard(card.giftcardUuid)).data).toMatchObject({
      initialAmount: 15_000,
      remainingAmount: 5_000,
    })
  })

  it("DEFERRED_PAY carries its fields on the payment itself", async () => {
    const [payment] = (await pay([{ method: "deferred-pay" }])).data.payments
    expect(payment).toMatchObject({
      receiverOrganization: world.merchant.organizationUuid,
      currency: "SEK",
      country: "SE",
      referenceNumber: text,
      references: { checkoutUUID: text },
      commission: {
        totalAmount: 290,
        vatAmount: 0,
        vatRate: 0,
        modelId: text,
        model: { fixed: 0, percentage: 2.9 },
      },
      createdAt: expect.stringMatching(/^2026-03-09T/),
      details: {
        deferredOrderId: text,
        deferredProduct: "PAY_LATER",
        deferredReference: text,
        acquiringChannel: "IN_STORE",
      },
    })
  })

  it("cash has the amount received and the change", async () => {
    const [payment] = (await pay([{ method: "cash", handedAmount: 20_000 }])).data.payments
    expect(payment.attributes).toEqual({ handedAmount: 20_000, changeAmount: 10_000 })
  })

  it("several payments of one purchase come to its amount", async () => {
    const payments = [{ method: "cash", amount: 2_500 }, { method: "alt-pay-se", amount: 500 }, { method: "card" }]
    const { data } = await pay(payments)
    expect(data.payments).toMatchObject([{ amount: 2_500 }, { amount: 500 }, { amount: 7_000 }])
    expect(data.amount).toBe(10_000)
  })

  it("gratuityAmount: a tip is in the payment's amount, and has no VAT", async () => {
    const items = [{ type: "custom-amount", amount: 10_000, vatPercentage: 25 }]
    const { data } = await world.merchant.sell(items, { tip: 1_500 })
    expect(data.payments).toMatchObject([{ amount: 11_500, gratuityAmount: 1_500 }])
    expect(data).toMatchObject({ amount: 11_500, vatAmount: 2_000 })
  })

  it("gratuityAmount is never above the payment's amount: the next payments have the rest, in a refund, too", async () => {
    const payments = [{ method: "cash", amount: 9_900 }, { method: "card", amount: 300 }, { method: "card-online" }]
    const { data: sale } = await pay(payments, { tip: 1_000 })
    const tips = (list: { amount: number; gratuityAmount?: number }[]) =>
      list.map(({ amount, gratuityAmount }) => [amount, gratuityAmount])
    expect(tips(sale.payments)).toEqual([
      [9_900, 700],
      [300, 300],
      [800, undefined],
    ])
    const { data: refund } = await world.merchant.refund(sale.purchaseUUID1)
    expect(tips(refund.payments)).toEqual([
      [-9_900, -700],
      [-300, -300],
      [-800, undefined],
    ])
  })

  it("gratuityAmount goes with the card, and is absent without a tip", async () => {
    const { data } = await pay([{ method: "cash", amount: 5_000 }, { method: "card" }], { tip: 700 })
    expect(data.payments).toMatchObject([{ amount: 5_000 }, { amount: 5_700, gratuityAmount: 700 }])
    expect(data.payments[0]).not.toHaveProperty("gratuityAmount")
  })

  it.each([
    ["too little", [{ method: "card", amount: 9_999 }]],
    ["too much", [{ method: "card", amount: 10_001 }]],
    ["two that take the rest", [{ method: "card" }, { method: "cash" }]],
    ["an unknown method", [{ method: "pärlor" }]],
  ])("payments that come to %s answer 422", async (_name, payments) => {
    expect((await pay(payments)).status).toBe(422)
  })
})

describe("Discounts, service charge and rounding", () => {
  const world = useSandbox()
  const row = (change: object = {}) => ({ type: "custom-amount", amount: 10_000, vatPercentage: 25, ...change })

  it("row discount in percent: discount with quantity and percentage, and discountValue", async () => {
    const { data } = await world.merchant.sell([row({ quantity: 3, discount: { percentage: 15 } })])
    expect(data.products).toMatchObject([{ discount: { quantity: 1, percentage: 15 }, discountValue: 4_500 }])
    expect(data.amount).toBe(25_500)
  })

  it("row discount in minor units: discount with quantity and amount, and discountValue", async () => {
    const { data } = await world.merchant.sell([row({ discount: { amount: 2_500 } })])
    expect(data.products).toMatchObject([{ discount: { quantity: 1, amount: 2_500 }, discountValue: 2_500 }])
    expect(data).toMatchObject({ amount: 7_500, vatAmount: 1_500 })
  })

  it("row total = unitPrice × quantity − discountValue", async () => {
    const { data } = await world.merchant.sell([row({ amount: 1_990, quantity: "0.350", discount: { amount: 97 } })])
    expect(data).toMatchObject({ amount: 600, products: [{ unitPrice: 1_990, discountValue: 97 }] })
  })

  it("purchase-wide discounts: name, quantity, value and either amount or percentage", async () => {
    const discounts = [{ name: "Stamkund", percentage: 10 }, { amount: 1_000 }]
    const { data } = await world.merchant.sell([row(), row()], { discounts })
    expect(data.discounts).toEqual([
      { name: "Stamkund", quantity: 1, percentage: 10, value: 2_000 },
      { quantity: 1, amount: 1_000, value: 1_000 },
    ])
    expect(data).toMatchObject({ amount: 17_000, vatAmount: 3_400 })
  })

  it("purchase-wide discounts come after the rows' own", async () => {
    const items = [row({ discount: { percentage: 50 } })]
    const { data } = await world.merchant.sell(items, { discounts: [{ percentage: 50 }] })
    expect(data).toMatchObject({ amount: 2_500, discounts: [{ value: 2_500 }] })
  })

  it("a discount is never more than what it is given on", async () => {
    const { data } = await world.merchant.sell([row({ discount: { amount: 99_999 } })], { discounts: [{ amount: 5 }] })
    expect(data).toMatchObject({ amount: 0, products: [{ discountValue: 10_000 }], discounts: [{ value: 0 }] })
  })

  it("gift cards are not discounted", async () => {
    const items = [row(), { type: "gift-card", amount: 50_000 }]
    expect((await world.merchant.sell(items, { discounts: [{ percentage: 100 }] })).data.amount).toBe(50_000)
  })

  it.each([
    ["an amount and a percentage", { amount: 1, percentage: 1 }],
    ["neither", { name: "Rea" }],
    ["more than 100 percent", { percentage: 101 }],
  ])("a discount with %s answers 422", async (_name, discount) => {
    expect((await world.merchant.sell([row({ discount })])).status).toBe(422)
  })

  it("serviceCharge: amount, title, vatPercentage as a number and quantity as text, in amount and VAT", async () => {
    const serviceCharge = { title: "Hemkörning", amount: 4_900, vatPercentage: 25 }
    const { data } = await world.merchant.sell([row()], { serviceCharge })
    expect(data.serviceCharge).toEqual({ ...serviceCharge, quantity: "1" })
    expect(data).toMatchObject({ amount: 14_900, vatAmount: 2_980, groupedVatAmounts: { "25": 2_980 } })
  })

  it("shares of a purchase-wide discount add up exactly: rows' taxable amounts and VAT make the amount", async () => {
    const items = [
      row({ amount: 333, vatPercentage: 25.5 }),
      row({ amount: 334 }),
      row({ amount: 1, vatPercentage: 6 }),
    ]
    const { data } = await world.merchant.sell(items, { discounts: [{ amount: 100 }] })
    const taxable = data.products.reduce(
      (sum: number, product: { rowTaxableAmount: number }) => sum + product.rowTaxableAmount,
      0
    )
    expect(data.amount).toBe(568)
    expect(taxable + data.vatAmount).toBe(568)
  })
})
