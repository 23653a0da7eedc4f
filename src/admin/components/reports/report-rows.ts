import { getPaymentName } from "../../../contract/providers"
import { paymentKind } from "../../../contract/receipts"
import { getStep, type Measure, MEASURES, REPORT_KINDS, type ReportKind } from "../../../contract/reports"
import { countDays, shiftDay } from "../../../contract/time"
import type { ReportRow } from "../../lib/answers/finance"
import { formatMoney, formatQuantity } from "../../lib/format/amounts"
import { formatDay, isoDay } from "../../lib/format/time"

/** What of i18next's `t` is needed here. */
type Translate = (keys: string | string[]) => string

/** A Monday; the days of the week follow upon it. */
const MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

const WEEKDAYS = 7

/** Days of a report, both inclusive, as ISO dates. */
type Period = { from: string; to: string }

/** What a row is of, in words. */
export function nameOfRow(kind: ReportKind, row: ReportRow, t: Translate, language: string): string {
  if (row.key.startsWith(":")) {
    return t([`reports.keys.${row.key.slice(1)}`, "unknown"])
  }
  if (kind === "hours") {
    return `${row.key}:00`
  }
  if (kind === "weekdays") {
    return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(
      new Date(MONDAY_MS + (Number(row.key) - 1) * DAY_MS)
    )
  }
  if (kind === "web") {
    return formatDay(row.key, language)
  }
  if (kind === "payments") {
    return getPaymentName(row.key) ?? t([`payments.${paymentKind(row.key)}`, "payments.CUSTOM"])
  }
  return kind === "products" || kind === "stock"
    ? [row.name ?? t("reports.unnamed"), row.variant].filter(Boolean).join(" · ")
    : row.key
}

/** Hours from the first to the last with a sale, all days of the week, all of the period: also those without a sale. */
export function withGaps(kind: ReportKind, rows: ReportRow[], period: Period): ReportRow[] {
  const [first] = rows
  const { currency_code = null } = first ?? {}
  const nothing = { name: null, variant: null, currency_code, figures: {}, before: {} }
  const keys = first ? allKeys(kind, rows, period) : null
  return keys ? keys.map((key) => rows.find((row) => row.key === key) ?? { key, ...nothing }) : rows
}

/** The keys of all rows of a report that has no gaps; null for one that has. */
function allKeys(kind: ReportKind, rows: ReportRow[], { from, to }: Period): string[] | null {
  const numbers = rows.map(({ key }) => Number(key))
  switch (kind) {
    case "hours":
      return keysFrom(Math.min(...numbers), Math.max(...numbers), 1).map((hour) => String(hour).padStart(2, "0"))
    case "weekdays":
      return keysFrom(1, WEEKDAYS, 1).map(String)
    case "web": {
      const [first, step] = getStep(from, to) === "day" ? [from, 1] : [mondayBefore(from), WEEKDAYS]
      return keysFrom(0, countDays(first, to) - 1, step).map((days) => shiftDay(first, days))
    }
    default:
      return null
  }
}

/** The Monday of a day's week; days of the week begin with Sunday. */
const mondayBefore = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS))

const keysFrom = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, index) => first + index * step)

/** By how much a value changed, as a share; null where there was nothing to compare with. */
export function getChange(now: number | string | null | undefined, before: number | string | null | undefined) {
  const [figure, former] = [Number(now ?? 0), Number(before ?? 0)]
  return former === 0 || !Number.isFinite(figure / former) ? null : (figure - former) / Math.abs(former)
}

const DEFAULT_DAYS = 30

/** Lengths of periods that one click chooses. */
export const PERIOD_DAYS = [7, 30, 90, 365] as const

/** The last so many days where the organization is, today included. */
export function daysUpTo(now: Date, days: number, timeZone: string | null): { from: string; to: string } {
  const to = isoDay(now, timeZone)
  return { from: shiftDay(to, 1 - days), to }
}

/** The report that a URL names; sales by hour of the last 30 days for what it leaves open. */
export function reportOfUrl(search: URLSearchParams, now: Date, timeZone: string | null) {
  const usual = daysUpTo(now, DEFAULT_DAYS, timeZone)
  const kind: ReportKind = REPORT_KINDS.find((kind) => kind === search.get("kind")) ?? "hours"
  return { kind, from: search.get("from") || usual.from, to: search.get("to") || usual.to }
}

/** A number in the reader's format; a dash for an unknown one. */
export function writeFigure(
  measure: Measure,
  value: number | string | null | undefined,
  currency: string | null,
  language: string
): string {
  if (value === null) {
    return "–"
  }
  return MEASURES[measure] === "money"
    ? formatMoney(Number(value ?? 0), currency ?? "", language)
    : formatQuantity(String(value ?? 0), language)
}
