import { encode } from "iconv-lite"
import { toColumnText } from "../../translate/money"
import { type BooksHead, mustBeOneYear } from "./books-head"
import { BooksError } from "./books-errors"
import type { PostedVoucher, Posting } from "./post-vouchers"
import { lineText, voucherText } from "./words"

/** Raised when what is written changes, so that a bookkeeper can tell files apart. */
const WRITER_VERSION = "1"

const FORMAT = "books-sie"
const DIGITS = /^\d+$/

/**
 * Vouchers as SIE 4I, the Swedish format for bringing vouchers into a bookkeeping program: PC8 (code page 437), one tag a
 * line. The series is K; numbers are left to the program, which has its own.
 * @throws BooksError for a currency with three digits, an account that is no number, and days of two fiscal years
 */
export function writeSie(head: BooksHead, vouchers: PostedVoucher[]): Buffer {
  mustBeOneYear(head)
  const names = namesOfAccounts(vouchers)
  const lines = [
    "#FLAGGA 0",
    `#PROGRAM ${quoted("medusa-plugin-pos")} ${quoted(WRITER_VERSION)}`,
    "#FORMAT PC8",
    `#GEN ${compact(head.madeOn)}`,
    "#SIETYP 4",
    `#FNAMN ${quoted(head.organization)}`,
    `#VALUTA ${head.currencyCode.toUpperCase()}`,
    ...[...names].sort().map(([account, name]) => `#KONTO ${account} ${quoted(name)}`),
    ...vouchers.flatMap((voucher) => voucherLines(head, voucher)),
  ]
  return encode(lines.map((line) => `${line}\r\n`).join(""), "cp437")
}

function voucherLines({ currencyCode }: BooksHead, voucher: PostedVoucher): string[] {
  const amountOf = ({ amount }: Posting) => {
    const text = toColumnText(amount, currencyCode)
    if (/\.\d{3}/.test(text)) {
      throw new BooksError("SIE has amounts with two decimals at most. Export the books as CSV instead.")
    }
    return text
  }
  return [
    `#VER "K" "" ${compact(voucher.day)} ${quoted(voucherText(FORMAT, voucher))}`,
    "{",
    ...voucher.lines.map(
      (line) => `   #TRANS ${line.account} {} ${amountOf(line)} "" ${quoted(lineText(FORMAT, line))}`
    ),
    "}",
  ]
}

/** Each account by what stands on it first. */
function namesOfAccounts(vouchers: PostedVoucher[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const line of vouchers.flatMap(({ lines }) => lines)) {
    if (!DIGITS.test(line.account)) {
      throw new BooksError(`SIE has numbers as accounts, and ${lineText("books", line)} is on "${line.account}".`)
    }
    names.set(line.account, names.get(line.account) ?? lineText(FORMAT, line))
  }
  return names
}

const compact = (day: string) => day.replaceAll("-", "")

/** A text of SIE's: without control characters, and quotation marks led by a backslash. */
const quoted = (text: string) => `"${text.replace(/\p{Cc}/gu, " ").replaceAll(/["\\]/g, "\\$&")}"`
