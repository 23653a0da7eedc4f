import { purchaseSchema } from "../../../pos-api/contract"
import { settleRefund } from "../rules"
import { isRefund, getRefundedSale, reverseRefund } from "../../purchases/refund-mapping"

const line = (id: string, more: object = {}) => ({
  id,
  quantity: "2",
  returned: "0",
  unitPrice: "100",
  isTaxInclusive: true,
  rate: "25",
  adjustments: [],
  ...more,
})

const settle = (
  refunded: string,
  returned: [string, string][],
  more: Partial<Parameters<typeof settleRefund>[0]> = {}
) =>
  settleRefund({
    lines: [line("a"), line("b")],
    refunded,
    credited: "0",
    minorUnit: "0.01",
    returned: returned.map(([id, quantity]) => ({ id, quantity })),
    ...more,
  })

const nothing = { credit: "0", rounding: null, difference: null }
const rounding = (lineId: string, amount: string) => ({ ...nothing, rounding: { lineId, amount } })

describe("what a refund needs beside what came back", () => {
  const [both, item]: [string, string][][] = [
    [
      ["a", "1"],
      ["b", "1"],
    ],
    [["a", "1"]],
  ]
  const all: [string, string][] = [
    ["a", "2"],
    ["b", "2"],
  ]

  it.each<[string, string, [string, string][] | undefined, object]>([
    ["nothing, where the lines come to it", "100", item, nothing],
    ["credit for money beyond the lines", "120", item, { ...nothing, credit: "20" }],
    ["credit for money without any lines", "50", [], { ...nothing, credit: "50" }],
    ["a line's adjustment for a unit that was rounded", "99.99", item, rounding("a", "-0.02")],
    ["a line's adjustment for a unit without any lines", "0.01", [], rounding("a", "0.01")],
    ["a line's adjustment for a unit of each line", "199.98", both, rounding("a", "-0.04")],
    ["credit for more units than lines", "199.97", both, { ...nothing, credit: "-0.03" }],
    [
      "credit in whole units, and the rest as an adjustment",
      "120.004",
      item,
      { ...rounding("a", "0.008"), credit: "20" },
    ],
    ["nothing, where all is back", "400", all, nothing],
    ["credit, where all is back and more", "450", all, { ...nothing, credit: "50" }],
    ["a line of its own for a unit that nothing else can carry", "399.99", all, { ...nothing, difference: "0.01" }],
    ["a line of its own for a unit the other way", "400.01", all, { ...nothing, difference: "-0.01" }],
    ["credit for two units", "400.02", all, { ...nothing, credit: "0.02" }],
  ])("is %s", (_what, refunded, returned, settled) => {
    expect(settle(refunded, returned ?? [])).toEqual(settled)
  })

  it("counts what came back before, and what was credited", () => {
    const lines = [line("a", { returned: "2" }), line("b", { returned: "1" })]
    expect(settle("99.99", [], { lines })).toEqual({ ...nothing, credit: "99.99" })
    expect(settle("99.99", [["b", "1"]], { lines })).toEqual({ ...nothing, difference: "0.01" })
    expect(settle("0.01", [], { lines, credited: "20" })).toEqual(rounding("b", "0.02"))
    expect(settle("-20", [], { lines, credited: "20" })).toEqual({ ...nothing, credit: "-20" })
    expect(settle("100", [["b", "1"]], { lines, credited: "0.01" })).toEqual({
      ...nothing,
      credit: "-0.01",
      difference: "-0.01",
    })
  })

  it.each([
    ["prices without tax", { isTaxInclusive: false }, "125"],
    ["a discount with tax in it", { adjustments: [{ amount: "20", isTaxInclusive: true }] }, "90"],
    ["a discount without tax", { adjustments: [{ amount: "20", isTaxInclusive: false }] }, "87.5"],
    ["weighed goods", { quantity: "0.350", unitPrice: "571.428571428571428571" }, "199.99999999999999999985"],
  ])("reckons %s as Medusa does", (_what, fields, refunded) => {
    const lines = [line("a", fields), line("b")]
    const quantity = lines[0]?.quantity === "2" ? "1" : "0.35"
    expect(settle(refunded, [["a", quantity]], { lines })).toEqual(nothing)
  })
})

describe("a refund", () => {
  const UUID = "01234567-89ab-11ee-8000-0123456789ab"
  const purchase = (fields: object) =>
    purchaseSchema.parse({
      purchaseUUID1: UUID,
      created: "2026-11-21T10:00:00Z",
      currency: "SEK",
      amount: -100,
      products: [],
      payments: [],
      ...fields,
    })

  it.each([
    [{ refund: true }, true, null],
    [{ refund: false }, false, null],
    [{ refundsPurchaseUUID1: UUID }, true, UUID],
    [{ refundsPurchaseUUID: "ASNFZ4mrEe6AAAEjRWeJqw" }, true, UUID],
    [{ refundsPurchaseUUID: "short" }, false, null],
    [{ refundsPurchaseUUID: "" }, false, null],
  ])("is what names its sale, or says so: %j", (fields, is, sale) => {
    expect([isRefund(purchase(fields)), getRefundedSale(purchase(fields))]).toEqual([is, sale])
  })

  it("reads as the sale of what came back", () => {
    const row = { type: "PRODUCT", unitPrice: 100, discountValue: -10, rowTaxableAmount: -72 }
    const mirrored = reverseRefund(
      purchase({
        vatAmount: -18,
        serviceCharge: { amount: -5 },
        products: [
          { ...row, quantity: "-0.350" },
          { ...row, quantity: "1", discountValue: null, rowTaxableAmount: null },
        ],
        payments: [{ uuid: UUID, type: "CASH", amount: -100, gratuityAmount: -5 }],
      })
    )
    expect(mirrored).toMatchObject({
      amount: 100,
      vatAmount: 18,
      serviceCharge: { amount: 5 },
      products: [
        { quantity: "0.350", discountValue: 10, rowTaxableAmount: 72 },
        { quantity: "-1", discountValue: null, rowTaxableAmount: null },
      ],
      payments: [{ amount: 100, gratuityAmount: 5 }],
    })
    const bare = purchase({ amount: 0, payments: [{ uuid: UUID, type: "CASH", amount: 0 }] })
    expect(reverseRefund(bare)).toEqual({
      ...bare,
      vatAmount: undefined,
      serviceCharge: undefined,
      payments: [{ ...bare.payments[0], gratuityAmount: undefined }],
    })
  })
})
