import { CALL_REASONS } from "./call-reasons"
import { COUNTER_REASONS } from "./counter-reasons"
import type { Reason } from "./reason"
import { SHOP_REASONS } from "./shop-reasons"

/**
 * Every text that says why something is not, or not yet, on the other side. What it means and what to do stands in the
 * admin's texts by the same names; docs/reasons.md is made of both.
 */
export const REASONS = { ...COUNTER_REASONS, ...SHOP_REASONS, ...CALL_REASONS }

export type ReasonName = keyof typeof REASONS

const isName = (name: string): name is ReasonName => name in REASONS

const patterns = Object.entries<Reason>(REASONS).flatMap(([name, { says }]) =>
  isName(name) ? says.map((text) => ({ name, pattern: patternOf(text) })) : []
)

/** What a text is an instance of; more may follow in brackets. */
function patternOf(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join("[^]*")}( \\([^]*\\))?$`)
}

/** The reasons that a text gives, each once; what the service itself wrote is none of ours. */
export function reasonsIn(text: string): ReasonName[] {
  // A product with several faults says them in one text.
  const parts = text.split("; ").flatMap((part) => named(part) ?? [])
  return parts.length > 0 ? [...new Set(parts)] : [named(text) ?? []].flat()
}

/**
 * A text of ours, and apart from it what stands in brackets at its end: what came as it came, and the service's own words,
 * which are for who writes programs.
 */
export function saidAndRaw(text: string): { said: string; raw: string | null } {
  const [, said = text, raw = null] = /^(.*?[^ ]) \(([^]*)\)$/s.exec(text) ?? []
  return raw !== null && reasonsIn(said).length > 0 ? { said, raw } : { said: text, raw: null }
}

/** Where several fit, the one that says most. */
function named(text: string): ReasonName | undefined {
  const fitting = patterns.filter(({ pattern }) => pattern.test(text))
  const [most] = fitting.sort((one, other) => other.pattern.source.length - one.pattern.source.length)
  return most?.name
}
