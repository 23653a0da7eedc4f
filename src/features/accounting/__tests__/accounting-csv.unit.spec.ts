import fc from "fast-check"
import { parse } from "csv-parse/sync"
import { BigNumber } from "bignumber.js"
import { writeVouchersCsv } from "../export"
import { postVouchers } from "../vouchers"
import { accounting, head, sumsOf, sumsOfVouchers, vouchersArbitrary } from "./sample-accounting"

describe("accounting entries as CSV", () => {
  it("have debit and credit in the currency's own digits, and every account its sum", () => {
    fc.assert(
      fc.property(vouchersArbitrary, fc.constantFrom("sek", "jpy", "kwd"), (vouchers, currencyCode) => {
        const posted = postVouchers(vouchers, accounting)
        const rows: Record<string, string>[] = parse(writeVouchersCsv({ ...head, currencyCode }, posted), {
          columns: true,
          bom: true,
        })
        const lines = rows.map(({ account = "", debit, credit }) => ({
          account,
          amount: new BigNumber(debit || 0).minus(credit || 0),
        }))
        expect(sumsOf(lines)).toEqual(sumsOfVouchers(posted, currencyCode))
        expect(BigNumber.sum(0, ...lines.map(({ amount }) => amount)).toFixed()).toBe("0")
      })
    )
  })
})
