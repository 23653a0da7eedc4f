import { setTimeout as sleep } from "node:timers/promises"
import { isAxiosError } from "axios"
import { createHttp } from "./create-http"

const TIMEOUT_MS = 4_000

/** A connection that was kept open may have ended just now, so that one failure proves nothing. */
const ATTEMPTS = 2
const RETRY_DELAY_MS = 1_000

/** Codes of what Node's HTTP parser does not understand: something has answered. */
const UNREADABLE = /^HPE_/

/** Whether anything answers at an address; `reason`: what the last attempt failed with. */
export type Reachability = { isReachable: true } | { isReachable: false; reason: string }

/**
 * Asks an address for its headers, without credentials. Every answer counts, also a rate limit, an error of the server and
 * one that nobody understands: only silence is an outage.
 */
export async function probeReachability(url: string): Promise<Reachability> {
  const http = createHttp({ timeoutMs: TIMEOUT_MS, retries: 0 })
  let reason = ""
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      // The timeout of the client begins with the connection; this one covers looking up the address as well.
      await http.head(url, { validateStatus: () => true, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { isReachable: true }
    } catch (error) {
      if (!isAxiosError(error)) {
        throw error
      }
      reason = error.code ?? error.message
      if (UNREADABLE.test(reason)) {
        return { isReachable: true }
      }
    }
    if (attempt < ATTEMPTS) {
      await sleep(RETRY_DELAY_MS)
    }
  }
  return { isReachable: false, reason }
}
