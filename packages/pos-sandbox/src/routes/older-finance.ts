import { Router } from "express"
import { z } from "zod"
import { DEFAULT_ACCOUNT_TRANSACTION_LIMIT, formatTimestamp, parseTimestamp } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { getAccount, nextPayoutAmount, readLedger, selectTransactions, sumUntil } from "../finance/read-account"
import { forCaller } from "../http/auth"
import { parseOr } from "../http/http-error"
import type { LedgerEntry } from "../state/organization"

/** `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ss`, UTC. */
const MOMENT = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2})?)?$/

const momentSchema = z
  .string()
  .regex(MOMENT, "must be YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ss")
  .transform((text) => parseTimestamp(text)?.getTime() ?? Number.NaN)
  .refine((time) => !Number.isNaN(time), "is not a date")

const atSchema = z.looseObject({ at: momentSchema.optional() })

const querySchema = z.looseObject({
  start: momentSchema,
  end: momentSchema,
  limit: z.coerce.number().int().min(1).default(DEFAULT_ACCOUNT_TRANSACTION_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
  includeTransactionType: z
    .union([z.string(), z.array(z.string())])
    .transform((types) => new Set(Array.isArray(types) ? types : [types]))
    .optional(),
})

const ACCOUNT = "/organizations/:organizationUuid/accounts/:accountTypeGroup"

/** The deprecated version 1 of the account transactions interface: everything in `data`, and words of its own for cards. */
export function olderFinanceRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    `${ACCOUNT}/transactions`,
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(readLedger(context, organization), request.params.accountTypeGroup)
      const {
        start,
        end,
        limit,
        offset,
        includeTransactionType: types = null,
      } = parseOr(400, querySchema, request.query)
      const page = selectTransactions(entries, { from: start, until: end, limit, offset, types }, olderType)
      response.json({ data: page.map(show) })
    })
  )

  router.get(
    `${ACCOUNT}/balance`,
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(readLedger(context, organization), request.params.accountTypeGroup)
      const { at } = parseOr(400, atSchema, request.query)
      response.json({ data: { totalBalance: sumUntil(entries, at), currencyId: organization.profile.currency } })
    })
  )

  router.get(
    "/organizations/:organizationUuid/payout-info",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const ledger = readLedger(context, organization)
      const { at } = parseOr(400, atSchema, request.query)
      const totalBalance = sumUntil(ledger.liquid, at)
      response.json({
        data: {
          totalBalance,
          currencyId: organization.profile.currency,
          nextPayoutAmount: nextPayoutAmount(totalBalance, ledger),
          discountRemaining: 0,
          periodicity: ledger.periodicity,
        },
      })
    })
  )

  return router
}

function show(entry: LedgerEntry) {
  return {
    timestamp: formatTimestamp(new Date(entry.at)),
    amount: entry.amount,
    originatorTransactionType: olderType(entry),
    originatingTransactionUuid: entry.uuid,
  }
}

function olderType({ type, amount, isCard = false }: LedgerEntry): string {
  if (isCard && type === "PAYMENT") {
    return amount < 0 ? "CARD_REFUND" : "CARD_PAYMENT"
  }
  if (isCard && type === "PAYMENT_FEE") {
    return amount > 0 ? "CARD_PAYMENT_FEE_REFUND" : "CARD_PAYMENT_FEE"
  }
  return type
}
