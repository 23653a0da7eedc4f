/**
 * How sales are spread, each as a multiple of the mean; mean of each list: 1. The months, days and hours of a store of
 * clothes, toys or presents, which has more of December and of Saturday than a café.
 */
const MONTHS = [0.78, 0.74, 0.86, 0.93, 1.02, 1.05, 1.08, 1.02, 0.92, 0.96, 1.14, 1.5]
const DAYS = [0.72, 0.72, 0.77, 0.86, 0.95, 1.28, 1.7]
/** of a day open from 9 to 20, of all 24 hours */
const HOURS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.9, 1.4, 2, 2.9, 2.5, 2.2, 2.5, 3, 3.1, 2.2, 1.3, 0, 0, 0, 0]

/** The last Saturday before Christmas, beside other Saturdays of December. */
const RUSH = 1.6

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (values: number[], index: number) => (values[index] ?? 0) / mean(values)

/** How busy an hour of the day is on the year's busiest day, as a multiple of the year's mean hour. */
export function busyness(hour: number): number {
  const [before, after, part] = [Math.floor(hour) % 24, Math.floor(hour + 1) % 24, hour % 1]
  const ofHour = share(HOURS, before) * (1 - part) + share(HOURS, after) * part
  return share(MONTHS, 11) * share(DAYS, 6) * RUSH * ofHour
}

/** The busiest hour of that day. */
export const BUSIEST_HOUR = HOURS.indexOf(Math.max(...HOURS))

const HOURS_OF_YEAR = 365 * 24

/** Receipts a second at a moment of the year's busiest day. */
export function receiptsPerSecond(receiptsPerYear: number, hour: number): number {
  return (receiptsPerYear / HOURS_OF_YEAR / 3_600) * busyness(hour)
}
