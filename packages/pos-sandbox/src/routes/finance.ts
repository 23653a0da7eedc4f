import { Router } from "express"
import { z } from "zod"
import {
  ACCOUNT_TYPE_GROUPS,
  DEFAULT_ACCOUNT_TRANSACTION_LIMIT,
  formatTimestamp,
  formatTimestampWithOffset,
  parseTimestamp,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { nextPayoutTime, settleLedger } from "../finance/settle-ledger"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import type { LedgerEntry, LedgerState, OrganizationState } from "../state/organization"

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
  .transform((text) => parseTimestamp(text.replace(/ (\d{2}:?\d{2})$/, "+$1")))
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

/** The account transactions interface, and balance and payout-info beside it (observed "Account transactions"). */
export function financeRoutes(context: SandboxContext): Router {
  const router = Router()
  const settled = (organization: OrganizationState): LedgerState => {
    settleLedger(organization.ledger, context.clock.now().getTime())
    return organization.ledger
  }

  router.get(
    "/v2/accounts/:accountTypeGroup/transactions",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(settled(organization), request.params.accountTypeGroup)
      const { start, end, limit, offset, includeTransactionType } = parseOr(400, querySchema, request.query)
      const page = select(entries, {
        from: start?.getTime() ?? 0,
        until: end?.getTime() ?? 0,
        limit,
        offset,
        types: includeTransactionType ? new Set(includeTransactionType) : null,
      })
      response.json(speaksField(context, "financeShape") ? page.map(observedTransaction) : { data: page.map(shown) })
    })
  )

  router.get(
    "/v2/accounts/:accountTypeGroup/balance",
    forCaller(context, ["READ:FINANCE"], ({ organization }, request, response) => {
      const entries = getAccount(settled(organization), request.params.accountTypeGroup)
      response.json({
        totalBalance: entries.reduce((sum, { amount }) => sum + amount, 0),
        currencyId: organization.profile.currency,
      })
    })
  )

  router.get(
    "/v2/payout-info",
    forCaller(context, ["READ:FINANCE"], ({ organization }, _request, response) => {
      const { balance, minimumPayout, periodicity } = settled(organization)
      response.json({
        totalBalance: balance,
        currencyId: organization.profile.currency,
        nextPayoutAmount: balance >= minimumPayout ? balance : 0,
        discountRemaining: 0,
        periodicity,
        nextPayoutDate: new Date(nextPayoutTime(context.clock.now().getTime(), periodicity)).toISOString(),
      })
    })
  )

  return router
}

/** @throws HttpError 400 for a group that there is not */
export function getAccount(ledger: LedgerState, group: string | undefined): LedgerEntry[] {
  const known = ACCOUNT_TYPE_GROUPS.find((name) => name === group?.toLowerCase())
  if (!known) {
    throw new HttpError(400, "BAD_REQUEST", `There is no account group ${group}`)
  }
  return ledger[known]
}

/** Rows of the period, newest first; `from` inclusive, `until` exclusive (as observed). */
function select(entries: LedgerEntry[], { from, until, limit, offset, types }: Selection): LedgerEntry[] {
  const page: LedgerEntry[] = []
  let skipped = 0
  for (let index = firstAt(entries, until) - 1; index >= 0 && page.length < limit; index--) {
    const entry = entries[index]
    if (!entry || entry.at < from) {
      break
    }
    if (types === null || types.has(entry.type)) {
      if (skipped < offset) {
        skipped++
      } else {
        page.push(entry)
      }
    }
  }
  return page
}

type Selection = { from: number; until: number; limit: number; offset: number; types: Set<string> | null }

/** The place of the first entry at or after a time. */
function firstAt(entries: LedgerEntry[], time: number): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const isBefore = (entries[middle]?.at ?? 0) < time
    low = isBefore ? middle + 1 : low
    high = isBefore ? high : middle
  }
  return low
}

function shown({ at, amount, type, uuid }: LedgerEntry) {
  return {
    timestamp: formatTimestamp(new Date(at)),
    amount,
    originatorTransactionType: type,
    originatingTransactionUuid: uuid,
  }
}
