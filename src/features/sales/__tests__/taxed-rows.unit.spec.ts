import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { agreesWithGroups, vatByRate } from "../../purchases/taxes"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"

const figures = (fields: Partial<Record<keyof Purchase, unknown>>) =>
  vatByRate(
    purchaseSchema.parse({
      purchaseUUID1: UUID,
      created: "2026-11-21T10:00:00Z",
      currency: "SEK",
      payments: [],
      ...fields,
    })
  ).map(({ rate, gross, net, tax }) => [rate, gross, net, tax])

const aRow = (unitPrice: number, vatPercentage: number | null, more: object = {}) => ({
  quantity: "1",
  type: "PRODUCT",
  name: "Tröja",
  unitPrice,
  vatPercentage,
  ...more,
})

const tip = (amount: number, gratuityAmount: number) => [{ uuid: UUID, type: "CARD", amount, gratuityAmount }]
const discounts = [{ value: 2_000 }]

describe("turnover and tax by rate", () => {
  it.each<[string, Parameters<typeof figures>[0], (string | number | null)[][]]>([
    [
      "follow the taxable amounts where a discount fell on one row only",
      {
        amount: 18_000,
        vatAmount: 2_857,
        discounts,
        products: [aRow(10_000, 25, { rowTaxableAmount: 8_000 }), aRow(10_000, 12, { rowTaxableAmount: 7_143 })],
      },
      [
        ["12", 8_000, 7_143, 857],
        ["25", 10_000, 8_000, 2_000],
      ],
    ],
    [
      "leave what is reported alone, and give the discount to the row that reports nothing",
      {
        amount: 18_000,
        vatAmount: 2_857,
        discounts,
        products: [aRow(10_000, 25, { rowTaxableAmount: 8_000 }), aRow(10_000, 12)],
      },
      [
        ["12", 8_000, 7_143, 857],
        ["25", 10_000, 8_000, 2_000],
      ],
    ],
    [
      "are what the register rounded where a row's price agrees: ¥104 at 10 % are ¥95 and ¥9",
      {
        currency: "JPY",
        amount: 1_104,
        vatAmount: 83,
        products: [aRow(104, 10, { rowTaxableAmount: 95 }), aRow(1_000, 8, { rowTaxableAmount: 926 })],
      },
      [
        ["8", 1_000, 926, 74],
        ["10", 104, 95, 9],
      ],
    ],
    [
      "have a tip without a rate, all of it though a row was rounded",
      { amount: 10_999, vatAmount: 2_000, products: [aRow(10_000, 25)], payments: tip(10_999, 1_000) },
      [
        ["25", 9_999, 7_999, 2_000],
        [null, 1_000, 1_000, 0],
      ],
    ],
    [
      "have no more of a tip than the amount holds",
      { amount: 10_500, vatAmount: 2_000, products: [aRow(10_000, 25)], payments: tip(10_500, 1_000) },
      [
        ["25", 10_000, 8_000, 2_000],
        [null, 500, 500, 0],
      ],
    ],
    [
      "have none of a tip beside the amount",
      { amount: 10_000, vatAmount: 2_000, products: [aRow(10_000, 25)], payments: tip(11_000, 1_000) },
      [["25", 10_000, 8_000, 2_000]],
    ],
    [
      "give up a discount, and nothing for a tip beside the amount",
      {
        amount: 9_500,
        vatAmount: 1_900,
        products: [aRow(10_000, 25)],
        discounts,
        payments: tip(10_500, 1_000),
      },
      [["25", 9_500, 7_600, 1_900]],
    ],
    [
      "are led to the totals by a unit a row",
      { amount: 10_001, vatAmount: 2_001, products: [aRow(10_000, 25)] },
      [["25", 10_001, 8_000, 2_001]],
    ],
    [
      "are not by more",
      { amount: 10_002, vatAmount: 2_000, products: [aRow(10_000, 25)] },
      [
        ["25", 10_000, 8_000, 2_000],
        [null, 2, 2, 0],
      ],
    ],
    [
      "stand in order of their rates, whatever order the rows have",
      { amount: 34_300, vatAmount: 4_300, products: [aRow(11_200, 12), aRow(12_500, 25), aRow(10_600, 6)] },
      [
        ["6", 10_600, 10_000, 600],
        ["12", 11_200, 10_000, 1_200],
        ["25", 12_500, 10_000, 2_500],
      ],
    ],
    [
      "keep gross figures that are right when a tax was rounded",
      { amount: 20_000, vatAmount: 3_072, products: [aRow(10_000, 25), aRow(10_000, 12)] },
      [
        ["12", 10_000, 8_929, 1_071],
        ["25", 10_000, 7_999, 2_001],
      ],
    ],
    [
      "are not made of nothing",
      { amount: 1, vatAmount: 0, products: [aRow(0, 25)] },
      [
        ["25", 0, 0, 0],
        [null, 1, 1, 0],
      ],
    ],
    [
      "are nothing where everything was given away",
      { amount: 0, vatAmount: 0, products: [aRow(10_000, 25)], discounts },
      [["25", 0, 0, 0]],
    ],
    [
      "lower no gift card, on which there is no discount",
      { amount: 9_000, vatAmount: 0, products: [aRow(10_000, null, { type: "GIFTCARD" })], discounts },
      [
        ["0", 10_000, 10_000, 0],
        [null, -1_000, -1_000, 0],
      ],
    ],
    [
      "raise no row by a discount that is none",
      { amount: 11_000, vatAmount: 2_000, products: [aRow(10_000, 25)], discounts },
      [
        ["25", 10_000, 8_000, 2_000],
        [null, 1_000, 1_000, 0],
      ],
    ],
    [
      "take a discount off typed-in amounts, and not off what comes back or is charged for service",
      {
        amount: 9_000,
        vatAmount: 1_800,
        discounts,
        serviceCharge: { amount: 1_000, vatPercentage: 25 },
        products: [aRow(12_000, 25, { type: "CUSTOM_AMOUNT" }), aRow(2_000, 25, { quantity: "-1" })],
      },
      [["25", 9_000, 7_200, 1_800]],
    ],
    [
      "have a rate of 0 for what is exempt, whether or not it names one",
      {
        amount: 200,
        vatAmount: 0,
        products: [aRow(100, null, { taxExempt: true }), aRow(100, 25, { taxExempt: true })],
      },
      [["0", 200, 200, 0]],
    ],
    [
      "report a rate of 0 from none",
      { amount: 200, vatAmount: 0, products: [aRow(100, 0), aRow(100, null)] },
      [
        ["0", 100, 100, 0],
        [null, 100, 100, 0],
      ],
    ],
  ])("%s", (_what, fields, expected) => {
    expect(figures(fields)).toEqual(expected)
  })

  it.each([
    [{ "25.0": 2_002 }, true],
    [{ "25": 1_998 }, true],
    [{ "25": 2_003 }, false],
    [{ "25": 10_002 }, true],
    [{ "25": 10_003 }, false],
    [{ "25": 2_000, "12": 2 }, true],
    [{ "25": 2_000, "12": 3 }, false],
  ])("agree with the POS's groups within a unit a row and one: %j: %s", (groupedVatAmounts, agrees) => {
    const purchase = {
      amount: 10_000,
      vatAmount: 2_000,
      currency: "SEK",
      products: [aRow(10_000, 25)],
      groupedVatAmounts,
    }
    const read = purchaseSchema.parse({
      purchaseUUID1: UUID,
      created: "2026-11-21T10:00:00Z",
      payments: [],
      ...purchase,
    })
    expect(agreesWithGroups(read, vatByRate(read))).toBe(agrees)
  })
})
