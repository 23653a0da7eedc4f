import { chance, pick } from "./chance"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Orders of a day, Sunday first: people order from home when the store is closed. */
const ORDERS_BY_WEEKDAY = [2.9, 2, 1.5, 1.6, 1.8, 1.7, 2]

/** At lunch, and most in the evening. UTC, an hour or two behind the store's own. */
const HOURS = [7, 9, 11, 11, 13, 15, 17, 18, 18, 18, 19, 19, 19, 20, 20, 21] as const

/** How much more is ordered on the last day than on the first. */
const GROWTH = 0.8

/** When orders came in, of so many days until `now`, the oldest first. */
export function webMoments(days: number, now: number): number[] {
  const today = Math.floor(now / DAY_MS)
  const moments = Array.from({ length: days + 1 }, (_, index) => today - days + index).flatMap((day, index) => {
    const usual = ORDERS_BY_WEEKDAY[new Date(day * DAY_MS).getUTCDay()] ?? 2
    const expected = usual * (1 + (GROWTH * index) / days) * (0.6 + 0.8 * chance("day", day))
    const count = Math.floor(expected + chance("count", day))
    return Array.from({ length: count }, (_each, order) => {
      const hour = pick(HOURS, "hour", day, order)
      return day * DAY_MS + Math.floor((hour + chance("minute", day, order)) * HOUR_MS)
    })
  })
  return moments.filter((moment) => moment < now).sort((left, right) => left - right)
}
