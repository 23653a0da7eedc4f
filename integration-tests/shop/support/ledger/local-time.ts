const MINUTE_MS = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
  formats.set(zone, format)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second") => parts.get(name) ?? 0
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return wall - Math.floor(moment / 1_000) * 1_000
}

/** The moment at which clocks of a zone show a time of a day; where they skip it, as much later as they skip. */
export function momentOf(zone: string, day: { year: number; month: number; day: number }, minute: number): number {
  const wall = Date.UTC(day.year, day.month - 1, day.day) + minute * MINUTE_MS
  const guess = wall - offsetAt(zone, wall)
  return wall - offsetAt(zone, guess)
}
