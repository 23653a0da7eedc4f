/** True for a name that PostgreSQL and JavaScript both know, such as Europe/Stockholm. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone })
    return true
  } catch {
    // The runtime knows no such zone: that is the answer.
    return false
  }
}

/** A zone that PostgreSQL and JavaScript both know: the organisation's, or UTC when it has none or an unknown one. */
export function knownTimeZone(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone)
    ? new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
    : "UTC"
}
