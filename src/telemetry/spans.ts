import { createHash } from "node:crypto"
import {
  type Attributes,
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@medusajs/framework/opentelemetry/api"
import { Tracer } from "@medusajs/framework/telemetry"
import { INSTRUMENTATION } from "./instrumentation"

/** What a span may tell: ids, names and numbers, never what somebody wrote. */
export type SpanFacts = {
  "pos.connection_id"?: string
  "pos.message_id"?: string
  "pos.event_name"?: string
  "pos.product_id"?: string
  "pos.outcome"?: string
  "pos.count"?: number
  "pos.interface"?: string
  "http.request.method"?: string
  "http.response.status_code"?: number
}

const tracer = new Tracer(INSTRUMENTATION)

/** Which share of messages is traced. */
let share = 1

/** @param traceShare 0 to 1: the same messages are chosen by every process */
export function setTraceShare(traceShare: number): void {
  share = traceShare
}

const TRACE_ID_LENGTH = 32
const SPAN_ID_LENGTH = 16
const SHARE_DIGITS = 8

/**
 * The trace of a message, or of anything else with a name of its own. The name alone says which, so that processes
 * that know nothing of each other find the same: the door, and whatever worker takes the entry up later.
 */
function contextOf(subject: string): Context {
  const digest = createHash("sha256").update(subject).digest("hex")
  const place = parseInt(digest.slice(-SHARE_DIGITS), 16) / 16 ** SHARE_DIGITS
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: digest.slice(0, TRACE_ID_LENGTH),
    spanId: digest.slice(TRACE_ID_LENGTH, TRACE_ID_LENGTH + SPAN_ID_LENGTH),
    traceFlags: place < share ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })
}

/** What ids and names are made of. */
const PLAIN = /^[\w:.-]{1,128}$/

/** Facts as they may leave the shop: a sender's word that is no id or name is not passed on. */
const plain = (facts: SpanFacts): Attributes =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" && !PLAIN.test(value) ? "other" : value,
    ])
  )

/** The span that is under way, for spans of another trace to name. */
function linksToActive(): Link[] {
  const active = trace.getActiveSpan()
  return active?.isRecording() ? [{ context: active.spanContext() }] : []
}

/** Does work in a span below the one that is under way. Of what goes wrong it tells the kind only. */
export async function inSpan<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result> {
  return tracer.trace(name, async (span) => {
    span.setAttributes(plain(facts))
    try {
      return await work()
    } catch (error) {
      fail(span, error instanceof Error ? error.name : "unknown")
      throw error
    } finally {
      span.end()
    }
  })
}

/** A span of what has just ended, in the trace of its subject, linked with the span under way. */
export function markSpan(
  name: string,
  subject: string,
  ended: { began: Date; facts: SpanFacts; failed?: boolean }
): void {
  const options = { startTime: ended.began, attributes: plain(ended.facts), links: linksToActive() }
  const span = tracer.getOTTracer().startSpan(name, options, contextOf(subject))
  if (ended.failed) {
    fail(span, ended.facts["pos.outcome"] ?? "failed")
  }
  span.end()
}

/** True while somebody looks: what costs more than it takes to ask is left out otherwise. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() ?? false

/** Begins a span below the one under way, of a call; whoever calls says how it ended. */
export function beginSpan(name: string, facts: SpanFacts): (facts: SpanFacts, failed: boolean) => void {
  const span = tracer.getOTTracer().startSpan(name, { attributes: plain(facts) }, context.active())
  return (more, failed) => {
    span.setAttributes(plain(more))
    if (failed) {
      fail(span, String(more["http.response.status_code"] ?? "none"))
    }
    span.end()
  }
}

function fail(span: Span, kind: string): void {
  span.setAttribute("error.type", kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
