import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { purchaseArbitrary } from "../../sales/__tests__/purchase-arbitrary"
import { taxedPurchaseArbitrary } from "../../sales/__tests__/taxed-purchase-arbitrary"
import { type ReceiptSheet, toReceiptSheet } from "../rules"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const aPurchase = (fields: Partial<Record<keyof Purchase, unknown>>): Purchase =>
  purchaseSchema.parse({
    purchaseUUID1: uuid(1),
    created: "2026-11-21T10:00:00.000+0000",
    currency: "SEK",
    amount: 0,
    products: [],
    payments: [],
    ...fields,
  })

const aRow = (unitPrice: number, more: object = {}) => ({
  quantity: "1",
  type: "PRODUCT",
  name: "Tröja",
  unitPrice,
  vatPercentage: 25,
  ...more,
})

const aPayment = (amount: number, more: object = {}) => ({ uuid: uuid(2), type: "CASH", amount, ...more })

describe("what stands on a receipt", () => {
  it("of a row is what the register charged for it, rounded once, after its discount", () => {
    const rows = [
      aRow(1_990, { quantity: "0.350", name: " Äpplen ", unitName: "kg", vatPercentage: 12 }),
      aRow(49_900, { quantity: "2", discountValue: 9_980, variantName: " M ", comment: " Present ", sku: " T-M " }),
      aRow(10_000, { type: "GIFTCARD", name: null, vatPercentage: null, details: { giftcardUuid: uuid(3) } }),
      aRow(500, { type: "CUSTOM_AMOUNT", name: " ", variantName: "", comment: " ", sku: "", vatPercentage: null }),
    ]
    const none = { variant_name: null, unit_name: null, discount: 0, comment: null, sku: null, gift_card_uuid: null }
    expect(toReceiptSheet(aPurchase({ amount: 101_017, products: rows })).rows).toEqual([
      {
        ...none,
        type: "PRODUCT",
        name: "Äpplen",
        quantity: "0.350",
        unit_name: "kg",
        unit_price: 1_990,
        amount: 697,
        tax_percentage: 12,
      },
      {
        ...none,
        type: "PRODUCT",
        name: "Tröja",
        variant_name: "M",
        quantity: "2",
        unit_price: 49_900,
        discount: 9_980,
        amount: 89_820,
        tax_percentage: 25,
        comment: "Present",
        sku: "T-M",
      },
      {
        ...none,
        type: "GIFTCARD",
        name: null,
        quantity: "1",
        unit_price: 10_000,
        amount: 10_000,
        tax_percentage: 0,
        gift_card_uuid: uuid(3),
      },
      {
        ...none,
        type: "CUSTOM_AMOUNT",
        name: null,
        quantity: "1",
        unit_price: 500,
        amount: 500,
        tax_percentage: null,
      },
    ])
  })

  it("of a refund is negative, as the register says it", () => {
    const refund = aPurchase({
      refund: true,
      amount: -12_500,
      vatAmount: -2_500,
      products: [aRow(12_500, { quantity: "-1" })],
      payments: [aPayment(-12_500)],
    })
    expect(toReceiptSheet(refund)).toMatchObject({
      rows: [{ quantity: "-1", amount: -12_500 }],
      tax_by_rate: [{ percentage: "25", gross: -12_500, net: -10_000, amount: -2_500 }],
      payments: [{ amount: -12_500 }],
      difference: 0,
      rounding: 0,
    })
  })

  it("are taxes by rate, and whether the POS groups them otherwise", () => {
    const reported = (groupedVatAmounts?: object) =>
      toReceiptSheet(
        aPurchase({
          amount: 12_500,
          vatAmount: 2_500,
          products: [aRow(12_500)],
          taxationMode: "INCLUSIVE",
          groupedVatAmounts,
        })
      )
    expect(reported()).toMatchObject({
      taxation_mode: "INCLUSIVE",
      tax_by_rate: [{ percentage: "25", gross: 12_500, net: 10_000, amount: 2_500 }],
      tax_contradicted: false,
    })
    expect(reported({ "25": 2_500 }).tax_contradicted).toBe(false)
    expect(reported({ "25": 700 }).tax_contradicted).toBe(true)
    expect(toReceiptSheet(aPurchase({})).taxation_mode).toBeNull()
  })

  it("are discounts on the whole in whatever way they were typed in, and the POS charge", () => {
    const sheet = toReceiptSheet(
      aPurchase({
        amount: 9_900,
        products: [aRow(10_000)],
        discounts: [
          { name: "Klubb", percentage: 10 },
          { value: 500, quantity: 1 },
          { amount: 300, value: 400 },
        ],
        serviceCharge: { title: "Leverans", amount: 2_900, vatPercentage: 25 },
      })
    )
    expect(sheet.discounts).toEqual([
      { name: "Klubb", amount: 1_000, percentage: 10, quantity: null },
      { name: null, amount: 500, percentage: null, quantity: "1" },
      { name: null, amount: 400, percentage: null, quantity: null },
    ])
    expect(sheet.service_charge).toEqual({ title: "Leverans", amount: 2_900 })
    const untitled = aPurchase({ serviceCharge: { amount: 2_900 }, discounts: [{ quantity: null }] })
    expect(toReceiptSheet(untitled)).toMatchObject({
      service_charge: { title: null, amount: 2_900 },
      discounts: [{ quantity: null }],
    })
    expect(toReceiptSheet(aPurchase({}))).toMatchObject({ service_charge: null, discounts: [] })
  })

  it.each([
    ["**** **** **** 1234", "1234"],
    ["123456******7890 ", "7890"],
    ["12", "12"],
    ["1234 5678 9012 3456 7", "7"],
    ["no digits", null],
    ["", null],
    [4_321, null],
  ])("of a card is no more than its kind and last digits: %j shows %j", (maskedPan, digits) => {
    const attributes = { cardType: "VISA", maskedPan, cardholderName: "Åsa Öberg" }
    const { payments } = toReceiptSheet(
      aPurchase({ payments: [aPayment(100, { type: "SERVICE_CARD", gratuityAmount: 10, attributes })] })
    )
    expect(payments).toEqual([
      {
        uuid: uuid(2),
        type: "SERVICE_CARD",
        amount: 100,
        tip: 10,
        card_type: "VISA",
        card_digits: digits,
        gift_card_uuid: null,
      },
    ])
  })

  it("of other payments is what they are, and which gift card", () => {
    const attributes = { giftcardUuid: uuid(3), cardType: "" }
    expect(
      toReceiptSheet(aPurchase({ payments: [aPayment(5), aPayment(7, { type: "GIFTCARD", attributes })] })).payments
    ).toEqual([
      { ...aPayment(5), tip: null, card_type: null, card_digits: null, gift_card_uuid: null },
      { ...aPayment(7), type: "GIFTCARD", tip: null, card_type: null, card_digits: null, gift_card_uuid: uuid(3) },
    ])
  })
})

describe("what a receipt leaves open", () => {
  it.each([
    ["nothing", { amount: 10_000, products: [aRow(4_000), aRow(6_000)] }, 0],
    ["more than its rows", { amount: 12_000, products: [aRow(4_000), aRow(6_000)] }, 2_000],
    ["less than its rows", { amount: 9_000, products: [aRow(10_000)] }, -1_000],
    ["a refund's", { refund: true, amount: -12_000, products: [aRow(10_000, { quantity: "-1" })] }, -2_000],
    ["nothing of a refund", { refund: true, amount: -10_000, products: [aRow(10_000, { quantity: "-1" })] }, 0],
    [
      "nothing beside a service charge and a tip within the amount",
      {
        amount: 11_500,
        products: [aRow(10_000)],
        serviceCharge: { amount: 500 },
        payments: [aPayment(11_500, { gratuityAmount: 1_000 })],
      },
      0,
    ],
  ])("of its amount: %s", (_what, fields, open) => {
    expect(toReceiptSheet(aPurchase(fields)).difference).toBe(open)
  })

  it.each([
    ["paid to the minor unit", 59_007, [aPayment(50_000), aPayment(9_007)], 0],
    ["cash that was rounded", 59_007, [aPayment(59_000)], -7],
    ["cash that was rounded up", 59_097, [aPayment(59_100)], 3],
    ["[D65] a tip beside cash that was rounded", 59_007, [aPayment(60_500, { gratuityAmount: 1_500 })], -7],
    ["tips beside the amount", 10_000, [aPayment(11_500, { gratuityAmount: 1_500 })], 0],
    ["tips within the amount", 11_500, [aPayment(11_500, { gratuityAmount: 1_500 })], 0],
    ["a refund's cash that was rounded", -59_007, [aPayment(-59_000)], 7],
    ["nothing paid at all", 100, [], -100],
  ])("of its payments: %s", (_what, amount, payments, open) => {
    expect(toReceiptSheet(aPurchase({ amount, payments })).rounding).toBe(open)
  })
})

/** What a person adds up who reads the printed lines above the total. */
const added = ({ rows, discounts, service_charge, tip, tax_is_added, tax_by_rate, difference }: ReceiptSheet) => {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return (
    sum(rows.map(({ amount }) => amount)) -
    sum(discounts.map(({ amount }) => amount ?? 0)) +
    (service_charge?.amount ?? 0) +
    tip +
    (tax_is_added ? sum(tax_by_rate.map(({ amount }) => amount)) : 0) +
    difference
  )
}

describe("[D47] [D65] the printed lines of a receipt", () => {
  const inclusive = { taxationMode: "INCLUSIVE" }

  it("add up to its total, for generated receipts that contradict themselves, too", () => {
    fc.assert(
      fc.property(purchaseArbitrary, (purchase) => {
        expect(added(toReceiptSheet(purchase))).toBe(purchase.amount)
      }),
      examples(2_000)
    )
  })

  it("need no difference where the receipt adds up, and its taxes are its VAT", () => {
    fc.assert(
      fc.property(taxedPurchaseArbitrary, fc.boolean(), ({ purchase }, isReported) => {
        const discounts = purchase.discounts?.map(({ percentage, value }) => ({
          percentage,
          ...(isReported ? { value } : {}),
        }))
        const sheet = toReceiptSheet({ ...purchase, discounts })
        expect(added(sheet)).toBe(purchase.amount)
        expect(sheet.difference).toBe(0)
        expect(sheet.tax_by_rate.reduce((sum, { amount }) => sum + amount, 0)).toBe(purchase.vatAmount)
      }),
      examples(2_000)
    )
  })

  it("are three of 170.50 with 5 % off, without a difference", () => {
    const sheet = toReceiptSheet(
      aPurchase({
        ...inclusive,
        amount: 48_592,
        vatAmount: 9_718,
        discounts: [{ percentage: 5 }],
        products: [aRow(17_050, { quantity: "3", rowTaxableAmount: 38_874 })],
      })
    )
    expect(sheet).toMatchObject({ discounts: [{ amount: 2_558 }], difference: 0 })
    expect(added(sheet)).toBe(48_592)
  })

  it("take a discount off a refund again, as the sandbox reports it", () => {
    const refund = aPurchase({
      ...inclusive,
      refund: true,
      amount: -9_000,
      vatAmount: -1_800,
      discounts: [{ amount: 1_000, value: -1_000 }],
      products: [aRow(10_000, { quantity: "-1" })],
      payments: [aPayment(-9_000)],
    })
    expect(toReceiptSheet(refund)).toMatchObject({ discounts: [{ amount: -1_000 }], difference: 0 })
    const byPercent = toReceiptSheet({ ...refund, discounts: [{ percentage: 10 }] })
    expect(byPercent).toMatchObject({ discounts: [{ amount: -1_000 }], difference: 0 })
  })

  it("have the amount of a discount that reports only its percentage", () => {
    const products = [aRow(10_000), aRow(5_000, { type: "GIFTCARD", vatPercentage: 0 })]
    const sold = (amount: number) =>
      toReceiptSheet(aPurchase({ ...inclusive, amount, products, discounts: [{ percentage: 10 }] }))
    expect(sold(14_000)).toMatchObject({ discounts: [{ amount: 1_000 }], difference: 0 })
    expect(sold(13_500)).toMatchObject({ discounts: [{ amount: 1_500 }], difference: 0 })
    expect(sold(12_000)).toMatchObject({ discounts: [{ amount: 1_000 }], difference: -2_000 })
  })

  it("have the tax on top where prices are without", () => {
    const sheet = toReceiptSheet(
      aPurchase({
        taxationMode: "EXCLUSIVE",
        amount: 11_250,
        vatAmount: 2_250,
        discounts: [{ percentage: 10, value: 1_000 }],
        products: [aRow(10_000)],
      })
    )
    expect(sheet).toMatchObject({
      tax_is_added: true,
      tax_by_rate: [{ percentage: "25", amount: 2_250 }],
      difference: 0,
    })
    expect(added(sheet)).toBe(11_250)
  })

  it("[D130] have the added tax of a refund with a service charge, where the POS reports no VAT", () => {
    const refund = aPurchase({
      taxationMode: "EXCLUSIVE",
      refund: true,
      amount: -13_750,
      products: [aRow(10_000, { quantity: "-1" })],
      serviceCharge: { title: "Leverans", amount: -1_000, vatPercentage: 25 },
      payments: [aPayment(-13_750)],
    })
    const sheet = toReceiptSheet(refund)
    expect(sheet).toMatchObject({
      tax_is_added: true,
      tax_by_rate: [{ percentage: "25", amount: -2_750 }],
      difference: 0,
    })
    expect(added(sheet)).toBe(-13_750)
  })

  it("have a tip where the total contains it, and none where it is beside", () => {
    const tipped = (amount: number) =>
      toReceiptSheet(
        aPurchase({
          ...inclusive,
          amount,
          products: [aRow(59_007)],
          payments: [aPayment(60_500, { gratuityAmount: 1_500 })],
        })
      )
    expect(tipped(60_507)).toMatchObject({ tip: 1_500, difference: 0, rounding: -7 })
    expect(tipped(59_007)).toMatchObject({ tip: 0, difference: 0, rounding: -7 })
  })
})
