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

/** Rates in percent that occur and have no accounts of their own, where others have: most likely one was forgotten. */
export function ratesOnGeneralAccounts(vouchers: Voucher[], { rates }: Books): string[] {
  const own = new Set(rates.map(({ rate }) => rate))
  const occurring = vouchers.flatMap(({ entries }) => entries.flatMap(({ rate }) => rate ?? []))
  return own.size === 0
    ? []
    : [...new Set(occurring)].filter((rate) => !own.has(rate)).sort((a, b) => Number(a) - Number(b))
}

const nameOf = (kind: BookKind, rate: string | null) =>
  rate === null ? kind.replaceAll("_", " ") : `${kind} at ${rate} %`
