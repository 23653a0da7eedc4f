import { accountingChoiceSchema, accountingSettingsSchema, type Entry } from "../../../contract/accounting"
import { postVouchers, ratesOnGeneralAccounts, type Voucher } from "../vouchers"

describe("accounts", () => {
  it("that are missing are all named at once", () => {
    const entries: Entry[] = [
      { kind: "gift_cards_sold", rate: null, amount: -5 },
      { kind: "sales", rate: "25.5", amount: 5 },
    ]
    const vouchers: Voucher[] = [
      { kind: "sales", day: "2026-02-01", ofDay: "2026-02-01", cause: null, reference: null, entries },
    ]
    expect(() => postVouchers(vouchers, accountingSettingsSchema.parse({}))).toThrow("gift cards sold, sales at 25.5 %")
  })

  describe("[D86] of a rate", () => {
    const accounts = { sales: "3001", vat: "2611" }
    const chosen = { accounts, rates: [{ rate: "12.0", sales: "3002", vat: "2621" }] }
    const vouchersAt = (...rates: string[]): Voucher[] => [
      {
        kind: "sales",
        day: "2026-02-01",
        ofDay: "2026-02-01",
        cause: null,
        reference: null,
        entries: rates.flatMap((rate): Entry[] => [
          { kind: "sales", rate, amount: -100 },
          { kind: "vat", rate, amount: -12 },
        ]),
      },
    ]

    it.each([
      ["12.0", "12"],
      ["06", "6"],
      ["25.50", "25.5"],
      ["0.0", "0"],
      ["00", "0"],
      ["10", "10"],
    ])("are found however it was written: %s", (written, rate) => {
      const accounting = accountingSettingsSchema.parse({
        accounts,
        rates: [{ rate: written, sales: "3002", vat: "2621" }],
      })
      expect(accounting.rates).toMatchObject([{ rate }])
      const [voucher] = postVouchers(vouchersAt(rate), accounting)
      expect(voucher?.lines.map(({ account }) => account)).toEqual(["3002", "2621"])
    })

    it("are named once: the second is refused at its field, and one that was stored twice keeps the first", () => {
      const twice = { accounts, rates: [...chosen.rates, { rate: "12", sales: "3003", vat: "2631" }] }
      const { error } = accountingChoiceSchema.safeParse(twice)
      expect(error?.issues).toMatchObject([{ path: ["rates", 1, "rate"], message: "12 % has accounts already" }])
      const [voucher] = postVouchers(vouchersAt("12"), accountingSettingsSchema.parse(twice))
      expect(voucher?.lines.map(({ account }) => account)).toEqual(["3002", "2621"])
    })

    it("that has none while others have is reported", () => {
      expect(ratesOnGeneralAccounts(vouchersAt("25", "12", "6"), accountingSettingsSchema.parse(chosen))).toEqual([
        "6",
        "25",
      ])
      expect(ratesOnGeneralAccounts(vouchersAt("25"), accountingSettingsSchema.parse({ accounts }))).toEqual([])
    })
  })
})
