import { encode } from "iconv-lite"
import { toColumnText } from "../../money/money"
import { type ExportHeader, lineText, mustBeOneYear, voucherText } from "./voucher-texts"
import { AccountingExportError, type PostedVoucher, type Posting } from "./vouchers"

/** Raise it when the output changes, so that an accountant can distinguish files. */
const WRITER_VERSION = "1"

const FORMAT = "accounting-sie"
const DIGITS = /^\d+$/

/**
 * Writes vouchers as SIE 4I, the Swedish format for importing vouchers into an accounting program: PC8 (code page 437),
 * one tag per line. The series is K; the program assigns the numbers.
 * @throws AccountingExportError for a currency with three digits, an account that is no number, and days of two fiscal years
 */
export function writeSie(head: ExportHeader, vouchers: PostedVoucher[]): Buffer {
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

function voucherLines({ currencyCode }: ExportHeader, voucher: PostedVoucher): string[] {
  const amountOf = ({ amount }: Posting) => {
    const text = toColumnText(amount, currencyCode)
    if (/\.\d{3}/.test(text)) {
      throw new AccountingExportError(
        "SIE has amounts with two decimals at most. Export the accounting entries as CSV instead."
      )
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

/** The name of each account: the text of its first line. */
function namesOfAccounts(vouchers: PostedVoucher[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const line of vouchers.flatMap(({ lines }) => lines)) {
    if (!DIGITS.test(line.account)) {
      throw new AccountingExportError(
        `SIE has numbers as accounts, and ${lineText("accounting", line)} is on "${line.account}".`
      )
    }
    names.set(line.account, names.get(line.account) ?? lineText(FORMAT, line))
  }
  return names
}

const compact = (day: string) => day.replaceAll("-", "")

/** A SIE text: without control characters, and with a backslash before quotation marks and backslashes. */
const quoted = (text: string) => `"${text.replace(/\p{Cc}/gu, " ").replaceAll(/["\\]/g, "\\$&")}"`
