import fc from "fast-check"
import { BigNumber } from "bignumber.js"
import { examples } from "../../../../test-support/examples"
import { sum } from "../../../money/money"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { toReceiptSheet } from "../../receipts/rules"
import { getSalesFacts } from "../../sales/daily-sales"
import { medusaTax, medusaTotal } from "../../sales/__tests__/medusa-total"
import { type TaxedPurchase, taxedPurchaseArbitrary } from "../../sales/__tests__/taxed-purchase-arbitrary"
import { toReceiptOrder } from "../../purchases/order-mapping"
import { vatByRate } from "../../purchases/taxes"
import { receiptEntries } from "../rules"

/**
 * What a purchase comes to, read from its JSON by the words of the specification and from the register that made it, and
 * by nothing that the plugin computes. Minor units, negative for a refund.
 */
type Truth = {
  amount: number
  vat: number
  /** by rate in percent, where the register has not shared a discount */
  byRate: Map<string, { gross: number; tax: number }>
  paidByType: Map<string, number>
  tips: number
  tipsBeside: number
  giftCardsSold: number
  rounding: number
}

const PAID_WITH = [
  "SERVICE_CARD",
  "SERVICE_CARD_ONLINE",
  "SERVICE_INVOICE",
  "GIFTCARD",
  "SERVICE_CASH",
  "WALLET",
  "DEFERRED_PAY",
  "ALT_PAY_SE",
]

/** The account that each type of payment is booked on, written down here once more. */
const ACCOUNTS: Record<string, string> = {
  SERVICE_CARD: "card",
  SERVICE_CARD_ONLINE: "card",
  DEFERRED_PAY: "card",
  SERVICE_INVOICE: "invoices",
  GIFTCARD: "gift_cards_redeemed",
  SERVICE_CASH: "cash",
  WALLET: "other_payments",
  ALT_PAY_SE: "other_payments",
}

/** The smallest coin, in minor units. */
const COINS: Record<string, number> = { SEK: 100, EUR: 5, JPY: 5, KWD: 5 }

const paymentsArbitrary = fc.record({
  types: fc.uniqueArray(fc.constantFrom(...PAID_WITH), { minLength: 1, maxLength: 3 }),
  tipBeside: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 300, max: 9_000 }) }
  ),
  isCashRounded: fc.boolean(),
})

type Payments = typeof paymentsArbitrary extends fc.Arbitrary<infer P> ? P : never

/** 0, not -0. */
const signed = (sign: number, amount: number) => (amount === 0 ? 0 : sign * amount)

/** Pays a purchase of the register in several ways, with a tip inside or beside its amount, and rounded cash. */
function pay({ purchase, truth, isShared }: TaxedPurchase, { types, tipBeside, isCashRounded }: Payments) {
  const sign = purchase.refund === true ? -1 : 1
  const tipWithin = Math.abs(truth.get("")?.gross ?? 0)
  const tip = tipWithin > 0 ? tipWithin : tipBeside
  const due = Math.abs(purchase.amount) + (tipWithin > 0 ? 0 : tip)
  const share = Math.floor(due / types.length)
  const payments = types.map((type, index) => {
    const exact = index === 0 ? due - share * (types.length - 1) : share
    const coin = COINS[purchase.currency] ?? 1
    // A tip that is smaller than what cash is rounded by cannot be distinguished from it.
    const isRounded = isCashRounded && type === "SERVICE_CASH" && (tip === 0 || tip >= 2 * coin)
    const amount = isRounded ? Math.round(exact / coin) * coin : exact
    const gratuityAmount = index === 0 && tip > 0 ? signed(sign, tip) : null
    return { uuid: `11111111-1111-11ee-8000-00000000000${index}`, type, amount: signed(sign, amount), gratuityAmount }
  })
  const paid: Purchase = purchaseSchema.parse({ ...purchase, payments })
  const paidByType = new Map(payments.map(({ type, amount }) => [type, amount]))
  const cards = purchase.products.filter(({ type }) => type === "GIFTCARD")
  const expected: Truth = {
    amount: purchase.amount + 0,
    vat: (purchase.vatAmount ?? 0) + 0,
    byRate: truth,
    paidByType,
    tips: signed(sign, tip),
    tipsBeside: tipWithin > 0 ? 0 : signed(sign, tip),
    giftCardsSold: sum(
      cards.map(({ unitPrice, quantity }) =>
        new BigNumber(unitPrice).times(quantity).decimalPlaces(0, BigNumber.ROUND_HALF_UP).toNumber()
      )
    ),
    rounding: signed(sign, sum(payments.map(({ amount }) => Math.abs(amount))) - due),
  }
  return { purchase: paid, expected, isShared }
}

/** A tip within the amount that is no more than rounding the rows may leave cannot be distinguished from it. */
const hasClearTip = ({ purchase, truth }: TaxedPurchase): boolean => {
  const tip = Math.abs(truth.get("")?.gross ?? 0)
  return tip === 0 || tip > purchase.products.length + 1
}

const paidArbitrary = fc
  .tuple(taxedPurchaseArbitrary.filter(hasClearTip), paymentsArbitrary)
  .map(([purchase, payments]) => pay(purchase, payments))

/** Amounts by their key; those that are 0 are left out. */
const amounts = (pairs: (readonly [string, number])[]) => {
  const all: Record<string, number> = {}
  for (const [key, amount] of pairs) {
    all[key] = (all[key] ?? 0) + amount
  }
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0))
}

const SEEDS = [1, 2, 3]

const everywhere = process.env.EXAMPLES === "all" ? SEEDS.map((seed) => [seed]) : [[undefined]]

describe.each(everywhere)("a purchase by its own words (seed %p)", (seed) => {
  const run = examples(5_000)
  const settings = seed === undefined ? run : { ...run, seed }

  it("is booked with its amount, VAT, payments, tips and gift cards", () => {
    fc.assert(
      fc.property(paidArbitrary, ({ purchase, expected, isShared }) => {
        const entries = receiptEntries(purchase)
        const booked = (kind: string) => sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount))
        const paid = amounts([...expected.paidByType].map(([type, amount]) => [ACCOUNTS[type] ?? "", amount]))
        const means = ["card", "invoices", "gift_cards_redeemed", "cash", "other_payments"]
        expect(amounts(means.map((kind) => [kind, booked(kind)]))).toEqual(paid)
        expect(0 - booked("vat")).toBe(expected.vat)
        expect(0 - booked("tips")).toBe(expected.tips)
        expect(0 - booked("gift_cards_sold")).toBe(expected.giftCardsSold)
        const tipsWithin = expected.tips - expected.tipsBeside
        expect(0 - booked("sales")).toBe(expected.amount - expected.vat - tipsWithin - expected.giftCardsSold)
        expect(0 - booked("rounding")).toBe(expected.rounding)
        expect(booked("differences")).toBe(0)
        if (!isShared) {
          const rates = [...expected.byRate].filter(([rate]) => rate !== "")
          const vat = entries
            .filter(({ kind }) => kind === "vat")
            .map(({ rate, amount }) => [rate ?? "", 0 - amount] as const)
          expect(amounts(vat)).toEqual(amounts(rates.map(([rate, { tax }]) => [rate, tax])))
        }
      }),
      settings
    )
  })

  it("has its VAT by rate, to the minor unit", () => {
    fc.assert(
      fc.property(paidArbitrary, ({ purchase, expected, isShared }) => {
        const figures = vatByRate(purchase)
        expect(sum(figures.map(({ gross }) => gross))).toBe(expected.amount)
        expect(sum(figures.map(({ tax }) => tax))).toBe(expected.vat)
        if (!isShared) {
          const grosses = figures.map(({ rate, gross }) => [rate ?? "", gross] as const)
          expect(amounts(grosses)).toEqual(amounts([...expected.byRate].map(([rate, { gross }]) => [rate, gross])))
        }
      }),
      settings
    )
  })

  it("is printed so that its lines add up, with its own VAT and payments", () => {
    fc.assert(
      fc.property(paidArbitrary, ({ purchase, expected, isShared }) => {
        const sheet = toReceiptSheet(purchase)
        expect(sum(sheet.tax_by_rate.map(({ amount }) => amount))).toBe(expected.vat)
        expect(amounts(sheet.payments.map(({ type, amount }) => [type, amount]))).toEqual(
          amounts([...expected.paidByType])
        )
        if (!isShared) {
          expect(sheet.difference).toBe(0)
        }
      }),
      settings
    )
  })

  it("is an order of its amount, with its VAT but for a minor unit a line", () => {
    const sales = paidArbitrary.filter(({ purchase }) => purchase.refund !== true)
    fc.assert(
      fc.property(sales, ({ purchase, expected }) => {
        const order = toReceiptOrder(purchase)
        expect(medusaTotal(order)).toBe(expected.amount)
        const lines = purchase.products.length + 1
        expect(Math.abs(medusaTax(order) - expected.vat)).toBeLessThanOrEqual(lines)
      }),
      settings
    )
  })

  it("is in the reports with its amount, VAT, payments and tips", () => {
    fc.assert(
      fc.property(paidArbitrary, ({ purchase, expected }) => {
        const isRefund = purchase.refund === true
        const facts = getSalesFacts(
          {
            amount: expected.amount,
            vat_amount: expected.vat,
            currency_code: purchase.currency.toLowerCase(),
            refund: isRefund,
            cashier: "Åsa Öberg",
            hour: 9,
            purchase,
          },
          () => null
        )
        const of = (dimension: string) => facts.filter((fact) => fact.dimension === dimension)
        for (const dimension of ["hour", "cashier", "ware", "category"]) {
          expect(sum(of(dimension).map(({ gross }) => gross))).toBe(expected.amount)
          expect(sum(of(dimension).map(({ tax }) => tax))).toBe(expected.vat)
        }
        expect(amounts(of("payment").map(({ key, gross }) => [key, gross]))).toEqual(amounts([...expected.paidByType]))
        expect(sum(of("payment").map(({ tips }) => tips))).toBe(expected.tips)
      }),
      settings
    )
  })
})

it("[D101] takes no tip that is beside the amount for what rounding leaves open", () => {
  const purchase = purchaseSchema.parse({
    purchaseUUID1: "01234567-89ab-11ee-8000-0123456789ab",
    created: "2026-03-04T05:06:07.089+0000",
    amount: 1_160_794,
    vatAmount: 235_859,
    currency: "SEK",
    products: [
      {
        quantity: "5",
        type: "PRODUCT",
        name: "Tröja",
        vatPercentage: 25.5,
        rowTaxableAmount: 924_935,
        unitPrice: 273_128,
      },
    ],
    discounts: [{ value: 204_846, percentage: 15 }],
    payments: [
      {
        uuid: "11111111-1111-11ee-8000-000000000000",
        type: "SERVICE_CARD",
        amount: 1_161_094,
        gratuityAmount: 300,
      },
    ],
  })
  expect(vatByRate(purchase)).toEqual([{ rate: "25.5", gross: 1_160_794, net: 924_935, tax: 235_859 }])
  expect(toReceiptOrder(purchase).lines.map(({ kind }) => kind)).toEqual(["product"])
})
