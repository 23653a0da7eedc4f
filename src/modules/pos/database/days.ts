import { type Fragment, fragment } from "./page"

/** A day (ISO date) as an SQL binding. @param shift days to add */
export const dayFragment = (day: string, shift = 0): Fragment =>
  fragment(shift === 0 ? "?::date" : `(?::date + ${shift})`, day)

/** SQL for the first of the last `days` days in a time zone. */
export const firstOfLastDays = (now: Date, zone: Fragment, days: number): Fragment =>
  fragment(`((?::timestamptz AT TIME ZONE ${zone.text})::date - (?::int - 1))`, now, ...zone.bindings, days)

/**
 * SQL for the first moment whose date in the time zone is this day, as `(moment AT TIME ZONE zone)::date` computes it.
 * Each moment therefore belongs to exactly one day. Where clocks go back from 01:00 to 00:00, midnight occurs twice;
 * PostgreSQL picks the second one, but the day began an hour earlier.
 */
export function startOfDay(day: Fragment, zone: Fragment): Fragment {
  const midnight = `${day.text}::timestamp AT TIME ZONE ${zone.text}`
  const bindings = [...day.bindings, ...zone.bindings]
  return {
    text: `(${midnight} - CASE WHEN (${midnight} - interval '1 hour') AT TIME ZONE ${zone.text} >= ${day.text}::timestamp
      THEN interval '1 hour' ELSE interval '0' END)`,
    bindings: [...bindings, ...bindings, ...zone.bindings, ...day.bindings],
  }
}

/** A range of days in a time zone, both inclusive, as ISO dates. */
export type DayRange = { from: string; to: string; timeZone: string }

/** Days of a connection, of which records are exported. */
export type ExportPeriod = DayRange & { connectionId: string }

/**
 * SQL condition for moments within a day range: from the beginning of the first day to the beginning of the day after
 * the last.
 */
export function withinDays(column: string, { from, to, timeZone }: DayRange): Fragment {
  const zone = fragment("?", timeZone)
  const first = startOfDay(dayFragment(from), zone)
  const end = startOfDay(dayFragment(to, 1), zone)
  return {
    text: `${column} >= ${first.text} AND ${column} < ${end.text}`,
    bindings: [...first.bindings, ...end.bindings],
  }
}
