import { z } from "zod"
import { accountBalanceSchema, accountTransactionSchema, bareOrInData, payoutInfoSchema } from "../account-transaction"

const UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
const transaction = {
  timestamp: "2026-11-20T16:35:12.131+0000",
  amount: 12_900,
  originatorTransactionType: "PAYMENT",
  originatingTransactionUuid: UUID,
}
const inOurWords = { ...transaction, timestamp: "2026-11-20T16:35:12.131Z" }

describe("an account transaction", () => {
  it.each([
    "2026-11-20T16:35:12.131+0000",
    "2026-11-20T16:35:12.131+00:00",
    "2026-11-20T16:35:12.131Z",
    "2026-11-20T16:35:12.131",
  ])("of %s has one moment", (timestamp) => {
    expect(accountTransactionSchema.parse({ ...transaction, timestamp })).toEqual(inOurWords)
  })

  it("has one spelling of its origin, and its amount as a number", () => {
    const { originatingTransactionUuid, ...rest } = transaction
    const other = { ...rest, amount: "12900", originatorTransactionUuid: originatingTransactionUuid }
    expect(accountTransactionSchema.parse(other)).toEqual(inOurWords)
  })

  it.each(["PAYOUT", "FROZEN_FUNDS", "NEW_KIND_OF_FEE"])("keeps the type %s and what is not named", (type) => {
    const reported = { ...transaction, originatorTransactionType: type, amount: -1, somethingNew: { å: 1 } }
    expect(accountTransactionSchema.parse(reported)).toEqual({ ...reported, timestamp: inOurWords.timestamp })
  })

  it.each([
    ["no time", { timestamp: "igår" }],
    ["an amount with a fraction", { amount: "129.50" }],
    ["no origin", { originatingTransactionUuid: null }],
  ])("is refused with %s", (_name, change) => {
    expect(accountTransactionSchema.safeParse({ ...transaction, ...change }).success).toBe(false)
  })
})

describe("what is no account transaction", () => {
  it.each([null, "PAYMENT", 7, undefined])("is %p", (value) => {
    expect(accountTransactionSchema.safeParse(value).success).toBe(false)
  })
})

describe("an answer of the account interface", () => {
  const list = bareOrInData(z.array(z.unknown()))
  const balance = { totalBalance: 1_234_500, currencyId: "SEK" }
  const payout = { ...balance, nextPayoutAmount: 500_000, discountRemaining: 0, periodicity: "WEEKLY" }

  it("is bare or in data", () => {
    expect([list.parse([transaction]), list.parse({ data: [transaction] }), list.parse([])]).toEqual([
      [transaction],
      [transaction],
      [],
    ])
    expect([balance, { data: balance }].map((answer) => bareOrInData(accountBalanceSchema).parse(answer))).toEqual([
      balance,
      balance,
    ])
    expect(
      [payout, { data: { ...payout, totalBalance: "1234500" } }].map((answer) =>
        bareOrInData(payoutInfoSchema).parse(answer)
      )
    ).toEqual([payout, payout])
  })

  it.each([[null], ["<html>"], [{ rows: [] }], [{ data: "x" }]])("that is %p is refused", (answer) => {
    expect(list.safeParse(answer).success).toBe(false)
  })
})
