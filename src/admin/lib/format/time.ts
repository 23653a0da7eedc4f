/** A time in the organization's zone; without a zone, in the reader's own. */
export function formatTime(iso: string, language: string, timeZone: string | null): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timeZone || undefined,
  }).format(new Date(iso))
}

/** A day (`YYYY-MM-DD`) with its year. */
export const formatDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`))

/** A month (`YYYY-MM`) with its year. */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`)
  )

/** A day (`YYYY-MM-DD`) as people write it. A day has no zone; noon keeps it from slipping. */
export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`)
  )
}

/** The day (`YYYY-MM-DD`) that it is in the organization's zone, which ends before UTC's or after it; without a zone, UTC's. */
export const isoDay = (moment: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone ?? "UTC" }).format(moment)

const UNITS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const

/**
 * How long ago, in the largest unit that fits: "3 minutes ago". What is ahead of the reader's clock, because another
 * clock is ahead, was just now.
 */
export function formatAgo(iso: string, language: string, now: Date): string {
  const seconds = Math.min(0, Math.round((new Date(iso).getTime() - now.getTime()) / 1_000))
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  const fitting = UNITS.find((each) => Math.abs(seconds) >= each.seconds)
  return fitting ? format.format(Math.round(seconds / fitting.seconds), fitting.unit) : format.format(seconds, "second")
}

const DAY_MS = 86_400_000

const ISO_DAY_LENGTH = 10

/** The last so many days up to the end of the day that it is in UTC, as days; the same all day long. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, ISO_DAY_LENGTH)
  return { from: day(1 - days), to: day(1) }
}

/** The last so many months (`YYYY-MM`), from the one that it is in the organization's zone to the oldest. */
export function lastMonths(count: number, now: Date, timeZone: string | null): string[] {
  const [year = 0, month = 1] = isoDay(now, timeZone).split("-").map(Number)
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, "YYYY-MM".length)
  )
}
