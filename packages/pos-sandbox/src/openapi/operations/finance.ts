import { z } from "zod"
import {
  accountBalanceSchema,
  accountTransactionListSchema,
  payoutInfoSchema,
} from "../../../../../src/pos-api/contract"
import { ERRORS, GUARDED, ok, type Operation, query } from "../operation"

const READ = ["READ:FINANCE"] as const

const observedTransactionsSchema = z.array(
  z.looseObject({
    timestamp: z.string(),
    amount: z.union([z.number(), z.string()]),
    originatorTransactionType: z.string(),
    originatorTransactionUuid: z.string(),
  })
)

const AT = query("at", { type: "string" }, "ISO 8601; later movements are ignored")

/** The account transactions interface (spec), and balance and payout-info beside it (as observed). */
export const FINANCE_OPERATIONS: Operation[] = [
  {
    id: "listAccountTransactions",
    interface: "finance",
    method: "get",
    path: "/v2/accounts/{accountTypeGroup}/transactions",
    summary: "Movements of the `liquid` or the `preliminary` account, newest first",
    description:
      "As observed (`financeShape`): a bare array, with `originatorTransactionUuid`, moments in any form and amounts in " +
      "text too; invoices that are not paid by card have no rows.",
    scopes: READ,
    parameters: [
      query("start", { type: "string" }, "ISO 8601, inclusive", true),
      query("end", { type: "string" }, "ISO 8601, exclusive", true),
      query("limit", { type: "integer", minimum: 1, default: 10_000 }, "at most so many"),
      query("offset", { type: "integer", minimum: 0, default: 0 }, "to skip"),
      query("includeTransactionType", { type: "array", items: { type: "string" } }, "may be given several times"),
    ],
    answers: {
      200: ok("A page", z.union([accountTransactionListSchema, observedTransactionsSchema])),
      400: ERRORS.badRequest,
      ...GUARDED,
    },
  },
  {
    id: "getBalance",
    interface: "finance",
    method: "get",
    path: "/v2/accounts/{accountTypeGroup}/balance",
    summary: "What is on an account",
    scopes: READ,
    parameters: [AT],
    answers: { 200: ok("The balance", accountBalanceSchema), 400: ERRORS.badRequest, ...GUARDED },
  },
  {
    id: "getPayoutInfo",
    interface: "finance",
    method: "get",
    path: "/v2/payout-info",
    summary: "How and when the account is paid out",
    scopes: READ,
    parameters: [AT],
    answers: { 200: ok("The next payout", payoutInfoSchema), 400: ERRORS.badRequest, ...GUARDED },
  },
]
