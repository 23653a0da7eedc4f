import { FinanceError } from "./finance-errors"

/** Where an organisation has told no time zone. */
export const DEFAULT_TIME_ZONE = "UTC"

/** True for a time zone of the IANA database, which is PostgreSQL's as well. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-CA", { timeZone })
    return true
  } catch {
    return false
  }
}

/** The date at `moment` where the organisation is, as an ISO date. @throws FinanceError for an unknown time zone */
export function organizationDate(moment: Date, timeZone: string | null): string {
  const zone = timeZone ?? DEFAULT_TIME_ZONE
  if (!isTimeZone(zone)) {
    throw new FinanceError("unknownTimeZone", `"${zone}" is not a time zone. Use a name such as Europe/Stockholm.`)
  }
  const format = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const
  return new Intl.DateTimeFormat("en-CA", format).format(moment)
}

/** A moment where the organisation is, as spreadsheets read it: `2026-11-21 10:11:12`. */
export function localTime(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(moment)
}
