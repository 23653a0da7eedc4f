/** A minute of every hour, or of one hour of every day (UTC). */
export type TimeOfDay = { hour: number | null; minute: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

/** The latest of the times that has come. */
export function latestTime({ hour, minute }: TimeOfDay, now: Date): Date {
  const period = hour === null ? HOUR_MS : DAY_MS
  const offset = (hour ?? 0) * HOUR_MS + minute * MINUTE_MS
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset)
}

/** As Medusa's scheduler takes it. */
export const toCron = ({ hour, minute }: TimeOfDay): string => `${minute} ${hour ?? "*"} * * *`
