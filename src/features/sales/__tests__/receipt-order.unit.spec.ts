import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { toReceiptOrder, UndatedPurchaseError } from "../../purchases/order-mapping"
import { differenceLine } from "../../purchases/receipt-line-mapping"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"

const order = (fields: Partial<Record<keyof Purchase, unknown>>) =>
  toReceiptOrder(
    purchaseSchema.parse({
      purchaseUUID1: UUID,
      created: "2026-11-21T10:00:00.000+0000",
      currency: "SEK",
      country: "SE",
      taxationMode: "INCLUSIVE",
      products: [],
      payments: [],
      ...fields,
    })
  )

const aRow = (unitPrice: number, more: object = {}) => ({
  quantity: "1",
  type: "PRODUCT",
  name: "Tröja",
  unitPrice,
  vatPercentage: 25,
  ...more,
})

const paid = (amount: number, gratuityAmount?: number) => ({ uuid: UUID, type: "CASH", amount, gratuityAmount })

const shown = ({ lines }: ReturnType<typeof order>) =>
  lines.map(({ kind, title, unitPrice, adjustments }) => [
    kind,
    title,
    unitPrice,
    ...adjustments.map(({ code, amount, description }) => `${code} ${amount} ${description}`),
  ])

describe("a receipt as an order", () => {
  const two = [aRow(10_000), aRow(30_000, { name: "Kofta" })]

  it.each<[string, Parameters<typeof order>[0], string[][]]>([
    [
      "its rows",
      { amount: 40_000, products: two },
      [
        ["product", "Tröja", "100"],
        ["product", "Kofta", "300"],
      ],
    ],
    [
      "a discount on the whole, by the first name it has",
      { amount: 36_000, products: two, discounts: [{ name: " " }, { name: " Klubb " }, { name: "Rea" }] },
      [
        ["product", "Tröja", "100", "RECEIPT_DISCOUNT 10 Klubb"],
        ["product", "Kofta", "300", "RECEIPT_DISCOUNT 30 Klubb"],
      ],
    ],
    [
      "a discount without a name, and none of it for what comes back",
      { amount: 7_200, products: [aRow(10_000), aRow(2_000, { quantity: "-1" })], discounts: [{ value: 800 }] },
      [
        ["product", "Tröja", "100", "RECEIPT_DISCOUNT 8 Discount on the receipt"],
        ["product", "Tröja", "20"],
      ],
    ],
    [
      "discounts of rows",
      {
        amount: 8_000,
        products: [
          aRow(5_000, { discountValue: 1_000, discount: { name: "Rea" } }),
          aRow(5_000, { discountValue: 1_000 }),
        ],
      },
      [
        ["product", "Tröja", "50", "DISCOUNT 10 Rea"],
        ["product", "Tröja", "50", "DISCOUNT 10 Discount"],
      ],
    ],
    [
      "what the register rounded",
      { amount: 416, taxationMode: "EXCLUSIVE", products: [aRow(333)] },
      [["product", "Tröja", "3.33", "ROUNDING 0.0025 Rounding"]],
    ],
    [
      "a unit less for each row, which is rounding",
      { amount: 39_998, products: two },
      [
        ["product", "Tröja", "100", "ROUNDING 0.02 Rounding"],
        ["product", "Kofta", "300"],
      ],
    ],
    [
      "a unit more for each row",
      { amount: 40_002, products: two },
      [
        ["product", "Tröja", "100", "ROUNDING -0.02 Rounding"],
        ["product", "Kofta", "300"],
      ],
    ],
    [
      "more than that, which nothing explains",
      { amount: 39_997, products: two },
      [
        ["product", "Tröja", "100"],
        ["product", "Kofta", "300"],
        ["difference", "Difference on the receipt", "-0.03"],
      ],
    ],
    [
      "more than its rows, in spite of a discount",
      { amount: 44_000, products: two, discounts: [{ name: "Klubb" }] },
      [
        ["product", "Tröja", "100"],
        ["product", "Kofta", "300"],
        ["difference", "Difference on the receipt", "40"],
      ],
    ],
    ["an amount without any rows", { amount: 500 }, [["difference", "Difference on the receipt", "5"]]],
    [
      "a tip within its amount",
      { amount: 11_000, products: [aRow(10_000)], payments: [paid(11_000, 1_000)] },
      [
        ["product", "Tröja", "100"],
        ["tip", "Tip", "10"],
      ],
    ],
    [
      "a tip that is more than what is open",
      { amount: 10_500, products: [aRow(10_000)], payments: [paid(10_500, 1_000)] },
      [
        ["product", "Tröja", "100"],
        ["tip", "Tip", "5"],
      ],
    ],
    [
      "a discount and a tip within its amount",
      { amount: 10_500, products: [aRow(10_000)], discounts: [{ name: "Klubb" }], payments: [paid(10_500, 1_000)] },
      [
        ["product", "Tröja", "100", "RECEIPT_DISCOUNT 5 Klubb"],
        ["tip", "Tip", "10"],
      ],
    ],
    [
      "a tip beside its amount",
      { amount: 10_000, products: [aRow(10_000)], discounts: [{ name: "Klubb" }], payments: [paid(11_000, 1_000)] },
      [["product", "Tröja", "100"]],
    ],
    [
      "a discount, and a tip beside its amount",
      { amount: 9_500, products: [aRow(10_000)], discounts: [{ name: "Klubb" }], payments: [paid(10_500, 1_000)] },
      [["product", "Tröja", "100", "RECEIPT_DISCOUNT 5 Klubb"]],
    ],
    [
      "rows that come to the amount, whatever tip and discount say",
      { amount: 10_000, products: [aRow(10_000)], discounts: [{ name: "Klubb" }], payments: [paid(10_000, 1_000)] },
      [["product", "Tröja", "100"]],
    ],
    [
      "a service charge by its title",
      { amount: 4_900, serviceCharge: { amount: 4_900, title: " Leverans ", vatPercentage: 25 } },
      [["service-charge", "Leverans", "49"]],
    ],
    [
      "a service charge without",
      { amount: 14_900, products: [aRow(10_000)], serviceCharge: { amount: 4_900, title: " " } },
      [
        ["product", "Tröja", "100"],
        ["service-charge", "Service charge", "49"],
      ],
    ],
    [
      "what has no name by its type, also one of the future",
      { amount: 300, products: [aRow(100, { name: " " }), aRow(200, { name: null, type: "SERVICE" })] },
      [
        ["product", "PRODUCT", "1"],
        ["custom-amount", "SERVICE", "2"],
      ],
    ],
    ["names as they are read", { amount: 100, products: [aRow(100, { name: " Å " })] }, [["product", "Å", "1"]]],
  ])("has %s", (_what, fields, lines) => {
    expect(shown(order(fields))).toEqual(lines)
  })

  it.each([
    [{ vatPercentage: 25.5 }, [["VAT25.5", "25.5", "VAT 25.5 %"]]],
    [{ vatPercentage: 0 }, []],
    [{ vatPercentage: 25, taxExempt: true }, []],
    [
      { taxRates: [{ percentage: 6.25, label: "Stad" }, { percentage: 0, label: "Ingen" }, { percentage: 1.5 }] },
      [
        ["TAX1", "6.25", "Stad 6.25 %"],
        ["TAX3", "1.5", "Tax 1.5 %"],
      ],
    ],
    [{ taxRates: [] }, [["VAT25", "25", "VAT 25 %"]]],
  ])("has the taxes of a row with %j", (tax, taxes) => {
    const [line] = order({ amount: 10_000, products: [aRow(10_000, tax)] }).lines
    expect(line?.taxes.map(({ code, rate, description }) => [code, rate, description])).toEqual(taxes)
  })

  it("names no tax of a tip or a difference, whose price is what is paid", () => {
    const { lines } = order({ amount: 11_000, taxationMode: "EXCLUSIVE", payments: [paid(11_000, 1_000)] })
    expect(lines).toMatchObject([
      { kind: "tip", isTaxInclusive: true, taxes: [], unitPrice: "10" },
      { kind: "difference", isTaxInclusive: true, taxes: [], unitPrice: "100" },
    ])
    expect(differenceLine("-0.01")).toMatchObject({
      kind: "difference",
      title: "Rounding",
      unitPrice: "-0.01",
      quantity: "1",
      isTaxInclusive: true,
      taxes: [],
      adjustments: [],
    })
  })

  it.each([
    ["within its amount", 11_000, "110", "10"],
    ["beside it", 10_000, "100", "10"],
  ])("has payments with a tip %s", (_where, amount, pays, gratuity) => {
    expect(order({ amount, products: [aRow(10_000)], payments: [paid(11_000, 1_000)] }).payments).toMatchObject([
      { type: "CASH", amount: pays, gratuity, refundsPaymentUuid: null, attributes: {} },
    ])
    expect(order({ amount, payments: [paid(5_000), paid(5_000, 0)] }).payments).toMatchObject([
      { amount: "50", gratuity: null },
      { amount: "50", gratuity: null },
    ])
  })

  it.each<[string, number, [string, number, number?][], string[]]>([
    ["SEK", 59_007, [["SERVICE_CASH", 60_500, 1_500]], ["590.07"]],
    ["SEK", 59_007, [["SERVICE_CASH", 59_000]], ["590.07"]],
    ["SEK", 40, [["SERVICE_CASH", 0]], ["0.4"]],
    ["JPY", 1_103, [["SERVICE_CASH", 1_250, 150]], ["1103"]],
    ["KWD", 59_007, [["SERVICE_CASH", 60_500, 1_500]], ["59.007"]],
    [
      "SEK",
      59_007,
      [
        ["SERVICE_CARD", 30_500, 500],
        ["SERVICE_CASH", 30_000, 1_000],
      ],
      ["300", "290.07"],
    ],
    ["SEK", 59_007, [["SERVICE_CASH", 10_000]], ["100"]],
  ])("[D84] is paid with its total: %s %d, %j", (currency, amount, payments, pays) => {
    const paidBy = payments.map(([type, paidAmount, gratuityAmount]) => ({
      uuid: UUID,
      type,
      amount: paidAmount,
      gratuityAmount,
    }))
    const sold = order({ currency, amount, products: [aRow(amount)], payments: paidBy })
    expect(sold.payments.map((payment) => payment.amount)).toEqual(pays)
  })

  it("is of a currency, a country and cashiers as Medusa writes them, at the register's time", () => {
    expect(order({ amount: 0, currency: "JPY", country: "JP", userDisplayName: ["Åsa", "Bo"] })).toMatchObject({
      currencyCode: "jpy",
      countryCode: "jp",
      cashier: "Åsa, Bo",
      soldAt: new Date("2026-11-21T10:00:00Z"),
    })
    expect(order({ amount: 0, country: null, userDisplayName: "" })).toMatchObject({ countryCode: null, cashier: null })
    expect(String(new UndatedPurchaseError(UUID))).toBe(
      `UndatedPurchaseError: Purchase ${UUID} has no time of sale that can be read`
    )
  })
})
