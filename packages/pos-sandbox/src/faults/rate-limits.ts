import type { Request, RequestHandler } from "express"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { type InterfaceName, getInterface, INTERFACES } from "../http/interfaces"
import { mask } from "../journal/journal"
import { readAccessToken } from "../oauth/tokens"
import { OBSERVED_INVENTORY_BUDGET, type RateBudget, type RateCounter } from "./fault"

/** Callers that are counted at once; what anyone can send as a credential must not fill the memory. */
const MAX_COUNTERS = 10_000

/** Answers 429 when an interface's budget is used up, with Retry-After (seconds) where the budget says so. */
export function limitRates(context: SandboxContext): RequestHandler {
  const counters = context.rateCounters
  return (request, _response, next) => {
    const name = getInterface(request.path)
    const budget = name && getBudget(context, name, request.path)
    if (!name || !budget) {
      next()
      return
    }
    const now = context.clock.now().getTime()
    const key = `${name} ${getBudgetOwner(context, budget, request)}`
    const usedCounter = counters.get(key)
    const counter = count(budget, usedCounter, now)
    if (!usedCounter && counters.size >= MAX_COUNTERS) {
      counters.clear()
    }
    const isRefused = counter.used > budget.requests
    // What is refused does not count, so that an average recovers while it is asked.
    counters.set(key, isRefused ? { ...counter, used: counter.used - 1 } : counter)
    next(isRefused ? refusal(name, budget, counter, now) : undefined)
  }
}

/** A budget that was set, or the one that the running POS was observed to have. */
function getBudget(context: SandboxContext, name: InterfaceName, path: string): RateBudget | undefined {
  const isObserved = path.startsWith("/v3/") && speaksField(context, "rateV3")
  return context.state.budgets[name] ?? (isObserved ? OBSERVED_INVENTORY_BUDGET : undefined)
}

function getBudgetOwner(context: SandboxContext, { per = "credential" }: RateBudget, { headers, ip }: Request): string {
  const credential = headers.authorization ?? ip ?? ""
  switch (per) {
    case "credential":
      return credential
    case "organization": {
      const accessToken = readAccessToken(context, credential.replace(/^bearer /i, ""))
      return accessToken === "expired" || accessToken === "invalid" ? credential : accessToken.organization.uuid
    }
  }
}

/** The number of calls with one call more. */
function count(
  { requests, seconds, counting = "window" }: RateBudget,
  known: RateCounter | undefined,
  now: number
): RateCounter {
  const length = seconds * 1_000
  switch (counting) {
    case "window": {
      const at = Math.floor(now / length) * length
      return { at, used: (known?.at === at ? known.used : 0) + 1 }
    }
    case "average": {
      const regained = known ? ((now - known.at) * requests) / length : 0
      return { at: now, used: Math.max((known?.used ?? 0) - regained, 0) + 1 }
    }
  }
}

function refusal(
  name: InterfaceName,
  { seconds, retryAfter = true }: RateBudget,
  { at }: RateCounter,
  now: number
): HttpError {
  const wait = Math.max(Math.ceil((at + seconds * 1_000 - now) / 1_000), 1)
  const headers: Record<string, string> = retryAfter ? { "Retry-After": String(wait) } : {}
  return new HttpError(429, "TOO_MANY_REQUESTS", `The rate limit of ${name} is hit; retry later`, [], headers)
}

/** What somebody who shares a budget has left of it. */
export type BudgetLeft = {
  interface: InterfaceName
  requests: number
  seconds: number
  per: "credential" | "organization"
  /** whose; null: a caller who is of no organization */
  organizationUuid: string | null
  /** masked; null: the organization as a whole */
  credential: string | null
  left: number
}

/** What is left to everybody who has called lately; who has not, has all of it. */
export function budgetsLeft(context: SandboxContext): BudgetLeft[] {
  const now = context.clock.now().getTime()
  return INTERFACES.flatMap((name) => {
    // The observed one is that of the inventory's current version.
    const budget = getBudget(context, name, name === "inventory" ? "/v3/" : "/")
    const prefix = `${name} `
    const counters = [...context.rateCounters].filter(([key]) => budget && key.startsWith(prefix))
    return counters.flatMap(([key, counter]) => {
      const reported = budget && describeBudget(context, name, budget, key.slice(prefix.length))
      return reported ? [{ ...reported, left: getRemaining(budget, counter, now) }] : []
    })
  })
}

function describeBudget(context: SandboxContext, name: InterfaceName, budget: RateBudget, sharer: string) {
  const { requests, seconds, per = "credential" } = budget
  const isWhole = context.state.organizations.has(sharer)
  if (isWhole !== (per === "organization")) {
    // Counted while the budget was another's.
    return null
  }
  const accessToken = isWhole ? null : readAccessToken(context, sharer.replace(/^bearer /i, ""))
  const ofToken =
    accessToken === null || accessToken === "expired" || accessToken === "invalid"
      ? null
      : accessToken.organization.uuid
  return {
    interface: name,
    requests,
    seconds,
    per,
    organizationUuid: isWhole ? sharer : ofToken,
    credential: isWhole ? null : mask(sharer),
  }
}

function getRemaining(
  { requests, seconds, counting = "window" }: RateBudget,
  { at, used }: RateCounter,
  now: number
): number {
  const length = seconds * 1_000
  switch (counting) {
    case "window":
      return now - at < length ? Math.max(requests - used, 0) : requests
    case "average":
      return Math.floor(Math.min(requests - used + ((now - at) * requests) / length, requests))
  }
}
