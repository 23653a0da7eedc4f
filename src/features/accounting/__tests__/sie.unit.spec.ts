import fc from "fast-check"
import { BigNumber } from "bignumber.js"
import { writeSie } from "../export"
import { postVouchers } from "../vouchers"
import { readSie } from "./read-sie"
import { accounting, head, sumsOf, sumsOfVouchers, vouchersArbitrary } from "./sample-accounting"

describe("accounting entries as SIE 4", () => {
  it("are read by its grammar, each voucher comes to nothing, and every account has its sum", () => {
    fc.assert(
      fc.property(vouchersArbitrary, fc.constantFrom("sek", "jpy"), (vouchers, currencyCode) => {
        const posted = postVouchers(vouchers, accounting)
        const file = readSie(writeSie({ ...head, currencyCode }, posted))
        expect(file.vouchers.map(({ date }) => date)).toEqual(posted.map(({ day }) => day.replaceAll("-", "")))
        for (const { transactions } of file.vouchers) {
          expect(BigNumber.sum(0, ...transactions.map(({ amount }) => amount)).toFixed()).toBe("0")
          expect(transactions.every(({ account }) => file.accounts.has(account))).toBe(true)
        }
        expect(sumsOf(file.vouchers.flatMap(({ transactions }) => transactions))).toEqual(
          sumsOfVouchers(posted, currencyCode)
        )
      })
    )
  })

  it("have the tags that importing programs ask for, in PC8", () => {
    const posted = postVouchers(
      [
        {
          kind: "sales",
          day: "2026-02-01",
          ofDay: "2026-01-20",
          cause: "late",
          reference: null,
          entries: [
            { kind: "cash", rate: null, amount: 11_200 },
            { kind: "sales", rate: "12", amount: -10_000 },
            { kind: "vat", rate: "12", amount: -1_200 },
          ],
        },
      ],
      accounting
    )
    const bytes = writeSie(head, posted)
    // Å, Ö and ö of code page 437.
    expect([...bytes.subarray(bytes.indexOf("#FNAMN"))].slice(8, 17)).toEqual([
      0x8f, 0x73, 0x61, 0x73, 0x20, 0x5c, 0x22, 0x99, 0x6c,
    ])
    const file = readSie(bytes)
    expect(file.tags).toMatchObject({
      FLAGGA: ["0"],
      FORMAT: ["PC8"],
      SIETYP: ["4"],
      FNAMN: ['Åsas "Öl & Bröd" AB'],
      GEN: ["20270105"],
      PROGRAM: ["medusa-plugin-pos", "1"],
      VALUTA: ["SEK"],
    })
    expect(file.vouchers[0]).toMatchObject({
      series: "K",
      text: "Kassaförsäljning, sent inkommet, avser 2026-01-20",
      transactions: [
        { account: "1910", amount: "112.00", text: "Kassa" },
        { account: "3002", amount: "-100.00", text: "Försäljning 12 %" },
        { account: "2621", amount: "-12.00", text: "Moms 12 %" },
      ],
    })
    expect(() => writeSie({ ...head, currencyCode: "kwd" }, posted)).toThrow("two decimals at most")
  })
})
