import { count } from "./counts"
import { beginSpan } from "./spans"

const FIRST_FAILURE = 400

/**
 * Counts and traces an attempt of a POS API call: its interface, method, status and duration, nothing else.
 * @returns records the HTTP status when the call ends; null: no response
 */
export function observeCall(call: { interface: string; method: string }): (status: number | null) => void {
  const began = performance.now()
  const end = beginSpan("pos.call", { "pos.interface": call.interface, "http.request.method": call.method })
  return (status) => {
    count("pos_calls_total", { interface: call.interface, status: String(status ?? "none") })
    count("pos_call_milliseconds_total", { interface: call.interface }, Math.round(performance.now() - began))
    end(status === null ? {} : { "http.response.status_code": status }, status === null || status >= FIRST_FAILURE)
  }
}
