/** The same day so many months before, or the month's last where it has no such day (UTC). */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCMonth(before.getUTCMonth() - months)
  if (before.getUTCDate() !== moment.getUTCDate()) {
    before.setUTCDate(0)
  }
  return before
}
