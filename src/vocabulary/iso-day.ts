const DAY_MS = 86_400_000

const ISO_DAY_LENGTH = 10

/** The ISO date so many days after another; negative: before. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, ISO_DAY_LENGTH)

/** How many days a period has; both ends are ISO dates and belong to it. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
