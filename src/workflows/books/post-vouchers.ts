import { type Books, type BookKind } from "../../vocabulary/books"
import { BooksError } from "./books-errors"
import { type Entry } from "./entries"
import type { Voucher } from "./journal"

/** A line of a voucher on the account it is booked on. */
export type Posting = Entry & { account: string }

export type PostedVoucher = Omit<Voucher, "entries"> & { lines: Posting[] }

/** Finds each entry's account. @throws BooksError that names every kind that has none */
export function postVouchers(vouchers: Voucher[], books: Books): PostedVoucher[] {
  const missing = new Set<string>()
  const accountOf = ({ kind, rate }: Entry): string => {
    const ofRate = kind === "sales" || kind === "vat" ? books.rates.find((one) => one.rate === rate)?.[kind] : undefined
    const account = ofRate ?? books.accounts[kind]
    if (account === undefined) {
      missing.add(nameOf(kind, rate))
    }
    return account ?? ""
  }
  const posted = vouchers.map(({ entries, ...voucher }) => ({
    ...voucher,
    lines: entries.map((one) => ({ ...one, account: accountOf(one) })),
  }))
  if (missing.size > 0) {
    throw new BooksError(
      `These have no account yet: ${[...missing].sort().join(", ")}. ` +
        "Name their accounts in the settings of the connection, under Books."
    )
  }
  return posted
}

const nameOf = (kind: BookKind, rate: string | null) =>
  rate === null ? kind.replaceAll("_", " ") : `${kind} at ${rate} %`
