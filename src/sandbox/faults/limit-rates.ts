import type { RequestHandler } from "express"
import { HttpError } from "../http-error"
import { type InterfaceName, interfaceOf } from "../interfaces"
import type { SandboxContext } from "../sandbox-context"

/** Credentials that are counted at once; what anyone can send as one must not fill the memory. */
const MAX_WINDOWS = 10_000

type Window = { start: number; used: number }

/**
 * Answers 429 with Retry-After (seconds) when an interface's budget is used up. Each credential has a budget of its
 * own, counted in fixed windows of the sandbox's clock.
 */
export function limitRates(context: SandboxContext): RequestHandler {
  const windows = new Map<string, Window>()
  return (request, _response, next) => {
    const name = interfaceOf(request.path)
    const budget = name && context.state.budgets[name]
    if (!name || !budget) {
      next()
      return
    }
    const now = context.clock.now().getTime()
    const length = budget.seconds * 1_000
    const start = Math.floor(now / length) * length
    const key = `${name} ${request.headers.authorization ?? request.ip}`
    const known = windows.get(key)
    const window = known?.start === start ? known : { start, used: 0 }
    if (!known && windows.size >= MAX_WINDOWS) {
      windows.clear()
    }
    windows.set(key, window)
    window.used++
    next(window.used > budget.requests ? tooMany(name, Math.ceil((start + length - now) / 1_000)) : undefined)
  }
}

function tooMany(name: InterfaceName, seconds: number): HttpError {
  const headers = { "Retry-After": String(Math.max(seconds, 1)) }
  return new HttpError(429, "TOO_MANY_REQUESTS", `The rate limit of ${name} is hit; retry later`, [], headers)
}
