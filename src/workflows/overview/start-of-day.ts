/** When the present day of a zone began; off by the hour that a clock was changed by earlier on that very day. */
export function startOfDay(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const elapsed = ((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) * 60 + (parts.second ?? 0)
  return new Date(Math.floor(now.getTime() / 1_000 - elapsed) * 1_000)
}
