import { knownTimeZone } from "../overview/time-zone"

/** The date at `moment` where the organisation is, as an ISO date. */
export function organizationDate(moment: Date, timeZone: string | null): string {
  const format = { timeZone: knownTimeZone(timeZone), year: "numeric", month: "2-digit", day: "2-digit" } as const
  return new Intl.DateTimeFormat("en-CA", format).format(moment)
}

/** A moment where the organisation is, as spreadsheets read it: `2026-11-21 10:11:12`. */
export function localTime(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(moment)
}
