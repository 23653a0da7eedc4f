import type { Books, BooksChoice } from "../../vocabulary/books"
import { organizationDate } from "../finance/organization-date"
import { BooksError } from "./books-errors"

/**
 * What a merchant chose, with what was closed before. Days are closed for good: their figures may be in the books already.
 * @throws BooksError where closed days were to be opened, or days that are not over to be closed
 */
export function chooseBooks(before: Books, choice: BooksChoice, now: Date, timeZone: string | null): Books {
  const { locked_until: until } = choice
  if (until === before.locked_until) {
    return { ...choice, locks: before.locks }
  }
  if (until === null || (before.locked_until !== null && until < before.locked_until)) {
    throw new BooksError(
      `The books are closed until ${before.locked_until}, and closed days stay closed: they may be booked already. ` +
        "Choose a later day, or leave it as it is."
    )
  }
  if (until >= organizationDate(now, timeZone)) {
    throw new BooksError(`${until} is not over yet. Close the books until a day that is.`)
  }
  return { ...choice, locks: [...before.locks, { until, at: now.toISOString() }] }
}
