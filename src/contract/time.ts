import { z } from "zod"

const DAY_MS = 86_400_000

const ISO_DAY_LENGTH = 10

/** Returns the ISO date a number of days later; negative: earlier. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, ISO_DAY_LENGTH)

/** Returns the number of days of a period; both ends are ISO dates and inclusive. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** A month, such as 2026-11. */
export const monthSchema = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "must be a month such as 2026-11")

const LONGEST_MONTH_DAYS = 31

/** Returns the first and the last day of a month (`YYYY-MM`), as ISO dates. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`
  const next = shiftDay(from, LONGEST_MONTH_DAYS).slice(0, "YYYY-MM".length)
  return { from, to: shiftDay(`${next}-01`, -1) }
}

/**
 * Returns whether PostgreSQL and JavaScript both know a time zone name, such as Europe/Stockholm. Offsets are not
 * accepted, because both read them differently.
 */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) {
    return false
  }
  try {
    new Intl.DateTimeFormat("en", { timeZone })
    return true
  } catch {
    // The runtime does not know the zone.
    return false
  }
}

/** A time zone chosen by a person. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, "must be a time zone such as Europe/Stockholm")

/** The most populous time zone of a country, by its two-letter code. */
const ZONES: Partial<Record<string, string>> = {
  at: "Europe/Vienna",
  be: "Europe/Brussels",
  br: "America/Sao_Paulo",
  ch: "Europe/Zurich",
  cz: "Europe/Prague",
  de: "Europe/Berlin",
  dk: "Europe/Copenhagen",
  ee: "Europe/Tallinn",
  es: "Europe/Madrid",
  fi: "Europe/Helsinki",
  fr: "Europe/Paris",
  gb: "Europe/London",
  ie: "Europe/Dublin",
  is: "Atlantic/Reykjavik",
  it: "Europe/Rome",
  lt: "Europe/Vilnius",
  lu: "Europe/Luxembourg",
  lv: "Europe/Riga",
  mx: "America/Mexico_City",
  nl: "Europe/Amsterdam",
  no: "Europe/Oslo",
  pl: "Europe/Warsaw",
  pt: "Europe/Lisbon",
  se: "Europe/Stockholm",
  us: "America/New_York",
}

/** Returns the time zone to propose when the POS names none; null where the country has no entry. */
export const proposedTimeZone = (countryCode: string | null): string | null =>
  ZONES[countryCode?.toLowerCase() ?? ""] ?? null
