import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import { interfaceOf } from "../http/interfaces"
import type { BodyCopy } from "./body-copy"
import { maskHeaders, maskText } from "./mask-secrets"
import type { RecordedCall } from "./recorded-call"

/** A call as it was kept. What costs time is left to who looks: most calls are never looked at. */
export type RawCall = Omit<RecordedCall, "id" | "at" | "interface" | "request" | "response"> & {
  /** epoch milliseconds of the sandbox's clock */
  at: number
  request: { headers: IncomingHttpHeaders; body: BodyCopy }
  response: { headers: OutgoingHttpHeaders; body: BodyCopy }
}

/** A call for whoever asks: as text, without its secrets. */
export function presentCall(id: number, call: RawCall): RecordedCall {
  return {
    ...call,
    id,
    at: new Date(call.at).toISOString(),
    interface: interfaceOf(call.path),
    path: maskText(call.path),
    query: maskText(call.query),
    durationMs: Math.round(call.durationMs * 100) / 100,
    request: presentMessage(call.request),
    response: presentMessage(call.response),
  }
}

function presentMessage({ headers, body }: RawCall["request"] | RawCall["response"]) {
  const text = body.text(String(headers["content-type"] ?? ""))
  return { headers: maskHeaders(headers), body: text === null ? null : maskText(text) }
}
