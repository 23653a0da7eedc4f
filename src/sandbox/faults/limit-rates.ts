import type { Request, RequestHandler } from "express"
import { HttpError } from "../http/http-error"
import { type InterfaceName, interfaceOf } from "../http/interfaces"
import { readAccessToken } from "../oauth/tokens"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { OBSERVED_INVENTORY_BUDGET, type RateBudget, type RateCounter } from "./rate-budget"

/** Callers that are counted at once; what anyone can send as a credential must not fill the memory. */
const MAX_COUNTERS = 10_000

/** Answers 429 when an interface's budget is used up, with Retry-After (seconds) where the budget says so. */
export function limitRates(context: SandboxContext): RequestHandler {
  const counters = context.rateCounters
  return (request, _response, next) => {
    const name = interfaceOf(request.path)
    const budget = name && budgetOf(context, name, request.path)
    if (!name || !budget) {
      next()
      return
    }
    const now = context.clock.now().getTime()
    const key = `${name} ${sharerOf(context, budget, request)}`
    const known = counters.get(key)
    const counter = count(budget, known, now)
    if (!known && counters.size >= MAX_COUNTERS) {
      counters.clear()
    }
    const isRefused = counter.used > budget.requests
    // What is refused does not count, so that an average recovers while it is asked.
    counters.set(key, isRefused ? { ...counter, used: counter.used - 1 } : counter)
    next(isRefused ? refusal(name, budget, counter, now) : undefined)
  }
}

/** A budget that was set, or the one that the running service was observed to have. */
export function budgetOf(context: SandboxContext, name: InterfaceName, path: string): RateBudget | undefined {
  const isObserved = path.startsWith("/v3/") && speaksField(context, "rateV3")
  return context.state.budgets[name] ?? (isObserved ? OBSERVED_INVENTORY_BUDGET : undefined)
}

function sharerOf(context: SandboxContext, { per = "credential" }: RateBudget, { headers, ip }: Request): string {
  const credential = headers.authorization ?? ip ?? ""
  switch (per) {
    case "credential":
      return credential
    case "organization": {
      const known = readAccessToken(context, credential.replace(/^bearer /i, ""))
      return known === "expired" || known === "invalid" ? credential : known.organization.uuid
    }
  }
}

/** The counter with one call more. */
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
      const given = known ? ((now - known.at) * requests) / length : 0
      return { at: now, used: Math.max((known?.used ?? 0) - given, 0) + 1 }
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
