import { isoDay } from "../../lib/format/time"
import { shiftDay } from "../../../vocabulary/iso-day"
import { REPORT_KINDS, type ReportKind } from "../../../vocabulary/report"

const DEFAULT_DAYS = 30

/** Lengths of periods that one click chooses. */
export const PERIOD_DAYS = [7, 30, 90, 365] as const

/** The last so many days where the organisation is, today included. */
export function daysUpTo(now: Date, days: number, timeZone: string | null): { from: string; to: string } {
  const to = isoDay(now, timeZone)
  return { from: shiftDay(to, 1 - days), to }
}

/** The report that a URL names; sales by hour of the last 30 days for what it leaves open. */
export function reportOfUrl(search: URLSearchParams, now: Date, timeZone: string | null) {
  const usual = daysUpTo(now, DEFAULT_DAYS, timeZone)
  const kind: ReportKind = REPORT_KINDS.find((one) => one === search.get("kind")) ?? "hours"
  return { kind, from: search.get("from") || usual.from, to: search.get("to") || usual.to }
}
