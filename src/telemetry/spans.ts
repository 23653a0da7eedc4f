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
import { INSTRUMENTATION } from "../contract/metrics"

/** Attributes that a span may have: ids, names and numbers, never free text that somebody wrote. */
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

/** The share of messages that is traced, from 0 to 1. */
let share = 1

/** Sets the trace sample rate. @param traceShare 0 to 1; every process samples the same messages */
export function setTraceShare(traceShare: number): void {
  share = traceShare
}

const TRACE_ID_LENGTH = 32
const SPAN_ID_LENGTH = 16
const SHARE_DIGITS = 8

/**
 * Returns the trace context of a message, or of any other subject with a unique name. It is derived from the name
 * alone, so that independent processes use the same trace: the webhook endpoint, and the worker that handles the entry
 * later.
 */
function getContext(subject: string): Context {
  const digest = createHash("sha256").update(subject).digest("hex")
  const place = parseInt(digest.slice(-SHARE_DIGITS), 16) / 16 ** SHARE_DIGITS
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: digest.slice(0, TRACE_ID_LENGTH),
    spanId: digest.slice(TRACE_ID_LENGTH, TRACE_ID_LENGTH + SPAN_ID_LENGTH),
    traceFlags: place < share ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })
}

/** Pattern of ids and names. */
const PLAIN = /^[\w:.-]{1,128}$/

/** Sanitizes attributes before they leave the store: text from a sender that is no id or name is replaced. */
const plain = (facts: SpanFacts): Attributes =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string" && !PLAIN.test(value) ? "other" : value,
    ])
  )

/** Returns a link to the active span, for spans of another trace. */
function linksToActive(): Link[] {
  const active = trace.getActiveSpan()
  return active?.isRecording() ? [{ context: active.spanContext() }] : []
}

/** Runs work in a child span of the active one. For an error it records only the error's name. */
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

/** Records a span of work that has just ended, in the trace of its subject, with a link to the active span. */
export function markSpan(
  name: string,
  subject: string,
  ended: { began: Date; facts: SpanFacts; failed?: boolean }
): void {
  const options = { startTime: ended.began, attributes: plain(ended.facts), links: linksToActive() }
  const span = tracer.getOTTracer().startSpan(name, options, getContext(subject))
  if (ended.failed) {
    fail(span, ended.facts["pos.outcome"] ?? "failed")
  }
  span.end()
}

/** True while the active span is recorded; callers skip costly span data otherwise. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() ?? false

/**
 * Starts a child span of the active one for a call.
 * @returns ends the span, with further attributes and whether it failed
 */
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
