import { shiftDay } from "../../vocabulary/iso-day"
import type { BookLock } from "../../vocabulary/books"

/**
 * The day that something is booked on: its own, or where that was closed before the shop knew of it the first day that was
 * open then. Closed days keep their figures for good, since nothing can be known earlier than it is.
 * @param known when the shop wrote it down @param locks in the order they were made
 */
export function bookingDay(day: string, known: Date, locks: BookLock[]): string {
  return locks.reduce(
    (booked, { until, at }) => (booked <= until && known.getTime() > Date.parse(at) ? shiftDay(until, 1) : booked),
    day
  )
}
