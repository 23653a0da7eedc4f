import fc from "fast-check"
import { parse } from "csv-parse/sync"
import { BigNumber } from "bignumber.js"
import { DATEV_COLUMNS, writeDatev } from "../datev"
import { postVouchers } from "../vouchers"
import { accounting, head, sumsOf, sumsOfVouchers, vouchersArbitrary } from "./sample-accounting"

/** The fields of the header and of a booking, as developer.datev.de publishes them. */
const HEADER = [
  /^EXTF$/,
  /^700$/,
  /^21$/,
  /^Buchungsstapel$/,
  /^13$/,
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(2[0-3]|[01]\d)([0-5]\d)([0-5]\d)\d{3}$/,
  /^$/,
  /^\w{0,2}$/,
  /^\w{0,25}$/,
  /^\w{0,25}$/,
  /^\d{4,7}$/,
  /^\d{1,5}$/,
  /^20\d{6}$/,
  /^[4-8]$/,
  /^20\d{6}$/,
  /^20\d{6}$/,
  /^[\w.\-/ ]{0,30}$/,
  /^([A-Z]{2}){0,2}$/,
  /^[12]$/,
  /^(0|30|40|50|64)$/,
  /^[01]$/,
  /^[A-Z]{3}$/,
  /^$/,
  /^$/,
  /^$/,
  /^$/,
  /^$/,
  /^$/,
  /^$/,
  /^$/,
  /^.{0,16}$/,
]
const FIELDS: [column: number, form: RegExp][] = [
  [0, /^(?!0{1,10},00)\d{1,10},\d{2}$/],
  [1, /^[SH]$/],
  [2, /^[A-Z]{3}$/],
  [6, /^(?!0{1,9}$)\d{1,9}$/],
  [7, /^(?!0{1,9}$)\d{1,9}$/],
  [9, /^\d{4}$/],
  [10, /^[\w$%\-/]{0,36}$/],
  [13, /^.{0,60}$/],
  [113, /^[01]$/],
]

describe("accounting entries for DATEV", () => {
  const read = (bytes: Buffer): string[][] =>
    parse(new TextDecoder("windows-1252").decode(bytes), { delimiter: ";", relax_column_count: true })

  it("fit its published fields, and every account has its sum", () => {
    fc.assert(
      fc.property(vouchersArbitrary, (vouchers) => {
        const posted = postVouchers(vouchers, accounting)
        const [header = [], titles, ...rows] = read(writeDatev({ ...head, currencyCode: "eur" }, posted))
        expect(header).toHaveLength(HEADER.length)
        expect(header.filter((value, index) => !HEADER[index]?.test(value))).toEqual([])
        expect(titles).toEqual(DATEV_COLUMNS)
        expect(rows.every((row) => row.length === 125)).toBe(true)
        const unfit = rows.flatMap((row) => FIELDS.filter(([column, form]) => !form.test(row[column] ?? "none")))
        expect(unfit).toEqual([])
        const booked = rows.flatMap((row) => {
          const amount = new BigNumber((row[0] ?? "").replace(",", "."))
          return [
            { account: row[6] ?? "", amount },
            { account: row[7] ?? "", amount: amount.negated() },
          ]
        })
        expect(sumsOf(booked)).toEqual(sumsOfVouchers(posted, "eur"))
      })
    )
    expect(DATEV_COLUMNS).toHaveLength(125)
  })

  it("turn off the automatic VAT of DATEV's sales accounts, and of no other account", () => {
    const posted = postVouchers(
      [
        {
          kind: "sales",
          day: "2026-02-01",
          ofDay: "2026-02-01",
          cause: null,
          reference: null,
          entries: [
            { kind: "cash", rate: null, amount: 11_900 },
            { kind: "sales", rate: "19", amount: -10_000 },
            { kind: "vat", rate: "19", amount: -1_900 },
          ],
        },
      ],
      { ...accounting, accounts: { cash: "1000", sales: "8400", vat: "1776" }, rates: [] }
    )
    const [, , ...rows] = read(writeDatev({ ...head, currencyCode: "eur" }, posted))
    expect(rows.map((row) => [row[0], row[6], row[7], row[8]])).toEqual([
      ["100,00", "1000", "8400", "40"],
      ["19,00", "1000", "1776", ""],
    ])
  })

  it("say what DATEV does not take", () => {
    const posted = postVouchers([], accounting)
    expect(() => writeDatev({ ...head, accounting: { ...accounting, datev: null } }, posted)).toThrow("tax adviser")
    expect(() => writeDatev({ ...head, from: "2025-12-31" }, posted)).toThrow("different fiscal years")
    const wrong = postVouchers(
      [
        {
          kind: "sales",
          day: "2026-02-01",
          ofDay: "2026-02-01",
          cause: null,
          reference: null,
          entries: [{ kind: "cash", rate: null, amount: 1 }],
        },
      ],
      { ...accounting, accounts: { cash: "019" } }
    )
    expect(() => writeDatev(head, wrong)).toThrow("019")
  })
})
