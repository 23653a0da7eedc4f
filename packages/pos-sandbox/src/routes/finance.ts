import { Router } from "express"
import { z } from "zod"
import {
  DEFAULT_ACCOUNT_TRANSACTION_LIMIT,
  formatTimestamp,
  formatTimestampWithOffset,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import {
  getAccount,
  nextPayoutAmount,
  nextPayoutTime,
  readLedger,
  selectTransactions,
  sumUntil,
} from "../finance/ledger"
import { forCaller } from "../http/auth"
import { parseOr, parseQueryMoment } from "../http/http-error"
import type { LedgerEntry } from "../state/organization"

/** The forms that the running POS was seen to write a moment in; without a zone it is UTC. */
const MOMENT_FORMS: readonly [(at: Date) => string, ...((at: Date) => string)[]] = [
  formatTimestamp,
  formatTimestampWithOffset,
  (at) => at.toISOString(),
  (at) => at.toISOString().replace("Z", ""),
]

/**
 * A transaction as the running POS answers it: under the other spelling of what originated it, the amount as a
 * number or as text, the moment in any of its forms. Which, its place on the page decides.
 */
function observedTransaction({ at, amount, type, uuid }: LedgerEntry, index: number) {
  const form = MOMENT_FORMS[index % MOMENT_FORMS.length] ?? MOMENT_FORMS[0]
  return {
    timestamp: form(new Date(at)),
    amount: index % 3 === 1 ? String(amount) : amount,
    originatorTransactionType: type,
    originatorTransactionUuid: uuid,
  }
}

/** ISO 8601; a "+" that was not encoded arrives as a space. */
const momentSchema = z
  .string()
  .transform((text) => parseQueryMoment(text.replace(/ (\d{2}:?\d{2})$/, "+$1")))
  .refine((date) => date !== null, "must be a date of ISO 8601")

const querySchema = z.looseObject({
  start: momentSchema,
  end: momentSchema,
  limit: z.coerce.number().int().min(1).max(100_000).default(DEFAULT_ACCOUNT_TRANSACTION_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
  includeTransactionType: z
    .union([z.string(), z.array(z.string())])
    .transform((types) => (Array.isArray(types) ? types : [types]))
    .optional(),
})

const momentaryQuerySchema = z.looseObject({ at: momentSchema.optional() })

/** The account transactions interface, and balance and payout-info beside it (observed "Account transactions"). */
export function financeRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    "/v2/accounts/:accountTypeGroup/transactions",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(readLedger(context, organization), request.params.accountTypeGroup)
      const { start, end, limit, offset, includeTransactionType } = parseOr(400, querySchema, request.query)
      const page = selectTransactions(
        entries,
        {
          from: start?.getTime() ?? 0,
          until: end?.getTime() ?? 0,
          limit,
          offset,
          types: includeTransactionType ? new Set(includeTransactionType) : null,
        },
        ({ type }) => type
      )
      response.json(speaksField(context, "financeShape") ? page.map(observedTransaction) : { data: page.map(shown) })
    })
  )

  router.get(
    "/v2/accounts/:accountTypeGroup/balance",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(readLedger(context, organization), request.params.accountTypeGroup)
      const { at } = parseOr(400, momentaryQuerySchema, request.query)
      response.json({
        totalBalance: sumUntil(entries, at?.getTime()),
        currencyId: organization.profile.currency,
      })
    })
  )

  router.get(
    "/v2/payout-info",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const ledger = readLedger(context, organization)
      const { at } = parseOr(400, momentaryQuerySchema, request.query)
      const totalBalance = sumUntil(ledger.liquid, at?.getTime())
      response.json({
        totalBalance,
        currencyId: organization.profile.currency,
        nextPayoutAmount: nextPayoutAmount(totalBalance, ledger),
        discountRemaining: 0,
        periodicity: ledger.periodicity,
        nextPayoutDate: new Date(nextPayoutTime(context.clock.now().getTime(), ledger.periodicity)).toISOString(),
      })
    })
  )

  return router
}

function shown({ at, amount, type, uuid }: LedgerEntry) {
  return {
    timestamp: formatTimestamp(new Date(at)),
    amount,
    originatorTransactionType: type,
    originatingTransactionUuid: uuid,
  }
}

/** `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ss`, UTC. */
const OLDER_MOMENT = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2})?)?$/

const olderMomentSchema = z
  .string()
  .regex(OLDER_MOMENT, "must be YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ss")
  .transform((text) => parseQueryMoment(text)?.getTime() ?? Number.NaN)
  .refine((time) => !Number.isNaN(time), "is not a date")

const atSchema = z.looseObject({ at: olderMomentSchema.optional() })

const olderQuerySchema = z.looseObject({
  start: olderMomentSchema,
  end: olderMomentSchema,
  limit: z.coerce.number().int().min(1).default(DEFAULT_ACCOUNT_TRANSACTION_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
  includeTransactionType: z
    .union([z.string(), z.array(z.string())])
    .transform((types) => new Set(Array.isArray(types) ? types : [types]))
    .optional(),
})

const OLDER_ACCOUNT = "/organizations/:organizationUuid/accounts/:accountTypeGroup"

/** The deprecated version 1 of the account transactions interface: everything in `data`, and words of its own for cards. */
export function olderFinanceRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    `${OLDER_ACCOUNT}/transactions`,
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(readLedger(context, organization), request.params.accountTypeGroup)
      const {
        start,
        end,
        limit,
        offset,
        includeTransactionType: types = null,
      } = parseOr(400, olderQuerySchema, request.query)
      const page = selectTransactions(entries, { from: start, until: end, limit, offset, types }, olderType)
      response.json({ data: page.map(showOlder) })
    })
  )

  router.get(
    `${OLDER_ACCOUNT}/balance`,
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

function showOlder(entry: LedgerEntry) {
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
