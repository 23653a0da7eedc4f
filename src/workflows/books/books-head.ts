import type { Books } from "../../vocabulary/books"
import { BooksError } from "./books-errors"
import { shiftDay } from "../../vocabulary/iso-day"

/** What stands above the vouchers of a file; days are the organisation's. */
export type BooksHead = {
  organization: string
  currencyCode: string
  from: string
  to: string
  madeAt: Date
  madeOn: string
  books: Books
}

/** The first day of the fiscal year that a day lies in. */
export function fiscalYearOf(day: string, startMonth: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return `${month < startMonth ? year - 1 : year}-${String(startMonth).padStart(2, "0")}-01`
}

/** @throws BooksError where a period reaches from one fiscal year into another, which no bookkeeping program takes at once */
export function mustBeOneYear({ from, to, books }: BooksHead): void {
  const [first, last] = [from, to].map((day) => fiscalYearOf(day, books.fiscal_year_start))
  if (first !== last) {
    throw new BooksError(
      `${from} and ${to} lie in different fiscal years. Export each year by itself: the next begins on ${last ?? shiftDay(to, 1)}.`
    )
  }
}
