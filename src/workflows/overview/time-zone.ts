/** A zone that PostgreSQL and JavaScript both know: the organisation's, or UTC when it has none or an unknown one. */
export function knownTimeZone(timeZone: string | null): string {
  if (timeZone === null) {
    return "UTC"
  }
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
  } catch {
    return "UTC"
  }
}
