import { isTimeZone } from "../../contract/time"

/**
 * Returns a zone that PostgreSQL and JavaScript both know: the organization's, or UTC when it is missing or unknown.
 */
export function knownTimeZone(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone)
    ? new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
    : "UTC"
}

/** Returns the organization's local date at a moment, as an ISO date. */
export function organizationDate(moment: Date, timeZone: string | null): string {
  const format = { timeZone: knownTimeZone(timeZone), year: "numeric", month: "2-digit", day: "2-digit" } as const
  return new Intl.DateTimeFormat("en-CA", format).format(moment)
}

/** Formats a moment in a time zone for spreadsheets: `2026-11-21 10:11:12`. */
export function localTime(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(moment)
}

/** Returns when the current day of a time zone began. It is off by an hour when clocks changed earlier on that day. */
export function startOfDay(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const elapsed = ((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) * 60 + (parts.second ?? 0)
  return new Date(Math.floor(now.getTime() / 1_000 - elapsed) * 1_000)
}

/** The last `days` days in the organization's time zone, today included. */
export type Period = { connectionId: string; currencyCode: string; timeZone: string; days: number; now: Date }
