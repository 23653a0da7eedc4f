import { BigNumber } from "bignumber.js"
import fc from "fast-check"
import { figuresOfLines, figuresOfReceipt, toReceiptOrder } from "../../purchases/order-mapping"
import { purchaseArbitrary } from "./purchase-arbitrary"

const line = (fields: Partial<Parameters<typeof figuresOfLines>[0][number]>) => ({
  unitPrice: "125",
  quantity: "1",
  isTaxInclusive: true,
  rate: "25",
  adjusted: "0",
  ...fields,
})

const shown = ({ gross, tax }: ReturnType<typeof figuresOfLines>) => [gross.toFixed(), tax.toFixed()]

describe("what an order comes to", () => {
  it.each([
    ["a price with tax", [line({})], ["125", "25"]],
    ["a price without", [line({ unitPrice: "100", isTaxInclusive: false })], ["125", "25"]],
    ["a discount, which has tax in it", [line({ adjusted: "25" })], ["100", "20"]],
    [
      "a discount on a price without tax",
      [line({ unitPrice: "100", isTaxInclusive: false, adjusted: "25" })],
      ["100", "20"],
    ],
    ["weighed goods, to the last digit", [line({ unitPrice: "19.9", quantity: "0.350", rate: "0" })], ["6.965", "0"]],
    ["25.5 %", [line({ unitPrice: "125.5", rate: "25.5" })], ["125.5", "25.5"]],
    ["several lines", [line({}), line({ quantity: "2", rate: "0" }), line({})], ["500", "50"]],
    ["no lines", [], ["0", "0"]],
  ])("is reckoned of %s", (_what, lines, figures) => {
    expect(shown(figuresOfLines(lines))).toEqual(figures)
  })

  it("is the receipt's amount where it is as it was written, and what was paid", () => {
    fc.assert(
      fc.property(purchaseArbitrary, (purchase) => {
        const order = toReceiptOrder(purchase)
        const { gross, paid } = figuresOfReceipt(order)
        expect(gross.decimalPlaces(8).toFixed()).toBe(new BigNumber(order.total).toFixed())
        expect(paid.toFixed()).toBe(BigNumber.sum(0, ...order.payments.map(({ amount }) => amount)).toFixed())
      }),
      { numRuns: 50 }
    )
  })

  it("adds up the taxes and the adjustments of each line", () => {
    const tax = (rate: string) => ({ code: `TAX${rate}`, rate, description: rate })
    const adjustment = (amount: string) => ({ code: "DISCOUNT" as const, amount, description: "Rea" })
    const [sold] = toReceiptOrder(fc.sample(purchaseArbitrary, { numRuns: 1, seed: 42 })[0] ?? never()).lines
    const taxed = {
      ...(sold ?? never()),
      unitPrice: "100",
      quantity: "2",
      isTaxInclusive: false,
      taxes: [tax("6.25"), tax("1.5")],
      adjustments: [adjustment("100"), adjustment("7.75")],
    }
    const figures = figuresOfReceipt({ lines: [taxed], payments: [] })
    expect([...shown(figures), figures.paid.toFixed()]).toEqual(["107.75", "7.75", "0"])
  })
})

const never = (): never => {
  throw new Error("the sample is a purchase with a row")
}
