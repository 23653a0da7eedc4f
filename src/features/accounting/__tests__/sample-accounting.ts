import fc from "fast-check"
import { BigNumber } from "bignumber.js"
import { accountingSettingsSchema, type Entry } from "../../../contract/accounting"
import { toColumnText } from "../../../money/money"
import type { ExportHeader } from "../voucher-texts"
import type { PostedVoucher, Voucher } from "../vouchers"

export const accounting = accountingSettingsSchema.parse({
  accounts: { sales: "3001", vat: "2611", cash: "1910", card: "1580", tips: "2890", fees: "6570", payouts: "1930" },
  rates: [{ rate: "12", sales: "3002", vat: "2621" }],
  datev: { consultant: 1_001, client: 42 },
})

/** Of a store whose name has what files must escape. */
export const head: ExportHeader = {
  organization: 'Åsas "Öl & Bröd" AB',
  currencyCode: "sek",
  from: "2026-01-01",
  to: "2026-12-31",
  accounting,
  madeAt: new Date("2027-01-05T06:07:08.009Z"),
  madeOn: "2027-01-05",
}

const entriesArbitrary = fc
  .array(
    fc.record({
      kind: fc.constantFrom("sales", "vat", "tips", "card", "fees"),
      rate: fc.constantFrom("25", "12", null),
      amount: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((amount) => amount !== 0),
    }),
    { minLength: 1, maxLength: 8 }
  )
  .map((entries): Entry[] => {
    const cash = -entries.reduce((sum, { amount }) => sum + amount, 0)
    return [...entries, ...(cash === 0 ? [] : [{ kind: "cash" as const, rate: null, amount: cash }])]
  })

/** Vouchers that come to nothing each, of days and kinds as they fall. */
export const vouchersArbitrary = fc.array(
  fc
    .record({ kind: fc.constantFrom("sales", "account", "payout"), day: fc.integer({ min: 1, max: 28 }) })
    .chain(({ kind, day }) =>
      entriesArbitrary.map((entries): Voucher => {
        const date = `2026-02-${String(day).padStart(2, "0")}`
        const isLate = day === 1
        const ofDay = isLate ? "2026-01-20" : date
        return { kind, day: date, ofDay, cause: isLate ? "late" : null, reference: null, entries }
      })
    ),
  { maxLength: 10 }
)

/** What each account comes to; one that comes to nothing is left out. */
export const sumsOf = (lines: { account: string; amount: BigNumber.Value }[]) => {
  const sums = new Map<string, BigNumber>()
  for (const { account, amount } of lines) {
    sums.set(account, new BigNumber(amount).plus(sums.get(account) ?? 0))
  }
  return Object.fromEntries(
    [...sums].filter(([, sum]) => !sum.isZero()).map(([account, sum]) => [account, sum.toFixed(3)])
  )
}

/** The same of vouchers, in the currency's own digits. */
export const sumsOfVouchers = (vouchers: PostedVoucher[], currency: string) =>
  sumsOf(
    vouchers.flatMap(({ lines }) =>
      lines.map(({ account, amount }) => ({ account, amount: toColumnText(amount, currency) }))
    )
  )
