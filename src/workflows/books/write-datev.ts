import { encode } from "iconv-lite"
import { toColumnText } from "../../translate/money"
import { type BooksHead, fiscalYearOf, mustBeOneYear } from "./books-head"
import { BooksError } from "./books-errors"
import { DATEV_COLUMNS } from "./datev-columns"
import { type Pair, pairLines } from "./pair-lines"
import type { PostedVoucher, Posting } from "./post-vouchers"
import { lineText, voucherText } from "./words"

const FORMAT = "books-datev"

/**
 * Vouchers as a DATEV Buchungsstapel: EXTF, header version 700, format version 13, code page 1252. A booking has two
 * accounts there, so that each voucher becomes several; every account gets what it had.
 * @throws BooksError for what DATEV does not take, with what to change
 */
export function writeDatev(head: BooksHead, vouchers: PostedVoucher[]): Buffer {
  mustBeOneYear(head)
  const length = accountLengthOf(vouchers)
  const rows = vouchers.flatMap((voucher) => pairLines(voucher.lines).map((pair) => rowOf(head, voucher, pair)))
  const lines = [headerOf(head, length), DATEV_COLUMNS.map(quoted).join(";"), ...rows]
  return encode(lines.map((line) => `${line}\r\n`).join(""), "windows1252")
}

/** The header's fields, all thirty-one; what is left empty is DATEV's own or does not matter. */
function headerOf({ books, madeAt, from, to, currencyCode }: BooksHead, accountLength: number): string {
  if (!books.datev) {
    throw new BooksError(
      "DATEV wants the numbers of the tax adviser and their client: name them in the settings, under Books."
    )
  }
  const { consultant, client } = books.datev
  return [
    ...[
      quoted("EXTF"),
      "700",
      "21",
      quoted("Buchungsstapel"),
      "13",
      madeAt.toISOString().replace(/\D/g, "").slice(0, 17),
    ],
    ...["", quoted("PS"), quoted("medusa"), quoted("")],
    ...[consultant, client, compact(fiscalYearOf(from, books.fiscal_year_start)), accountLength],
    ...[compact(from), compact(to), quoted("Kasse"), quoted(""), "1", "0", "0", quoted(currencyCode.toUpperCase())],
    ...["", quoted(""), "", "", quoted(""), "", "", quoted(""), quoted("")],
  ].join(";")
}

function rowOf(head: BooksHead, voucher: PostedVoucher, { debit, credit, amount }: Pair): string {
  const [, month, day] = voucher.day.split("-")
  const parts = [voucherText(FORMAT, voucher), lineText(FORMAT, debit), lineText(FORMAT, credit)]
  const values = new Map([
    ["Umsatz (ohne Soll/Haben-Kz)", amountOf(amount, head.currencyCode)],
    ["Soll/Haben-Kennzeichen", quoted("S")],
    ["WKZ Umsatz", quoted(head.currencyCode.toUpperCase())],
    ["Konto", debit.account],
    ["Gegenkonto (ohne BU-Schlüssel)", credit.account],
    ["Belegdatum", `${day}${month}`],
    ["Belegfeld 1", quoted(`K${compact(voucher.day)}`)],
    ["Buchungstext", quoted(parts.join(" ").slice(0, 60))],
    ["Festschreibung", "0"],
  ])
  return DATEV_COLUMNS.map((column) => values.get(column) ?? "").join(";")
}

function amountOf(amount: number, currencyCode: string): string {
  const [whole = "0", decimals = ""] = toColumnText(amount, currencyCode).split(".")
  if (decimals.length > 2) {
    throw new BooksError("DATEV has amounts with two decimals at most. Export the books as CSV instead.")
  }
  return `${whole},${decimals.padEnd(2, "0")}`
}

/** Accounts of the ledger are equally long in a shop's books, of four digits to eight. */
function accountLengthOf(vouchers: PostedVoucher[]): number {
  const accounts: Posting["account"][] = [
    ...new Set(vouchers.flatMap(({ lines }) => lines.map((line) => line.account))),
  ]
  const wrong = accounts.filter((account) => !/^[1-9]\d{3,7}$/.test(account))
  const lengths = new Set(accounts.map((account) => account.length))
  if (wrong.length > 0 || lengths.size > 1) {
    throw new BooksError(
      `DATEV has accounts of four to eight digits, all equally long. These are not: ${(wrong.length > 0 ? wrong : accounts).join(", ")}.`
    )
  }
  return accounts[0]?.length ?? 4
}

const compact = (day: string) => day.replaceAll("-", "")
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
