import type { MedusaContainer } from "@medusajs/framework/types"
import { encode } from "iconv-lite"
import type { BookExport } from "../../contract/accounting"
import { BYTE_ORDER_MARK, type Cell, csvLine, type ExportFile } from "../../documents/table-export"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings } from "../../modules/pos/connection-record"
import { sum, toColumnText } from "../../money/money"
import { writeDatev } from "./datev"
import { adoptLocks, readJournal } from "./journal"
import { type ExportHeader, lineText, mustBeOneYear, voucherText } from "./voucher-texts"
import {
  AccountingExportError,
  type PostedVoucher,
  type Posting,
  postVouchers,
  ratesOnGeneralAccounts,
} from "./vouchers"

type Format = {
  mimeType: string
  filename: (days: string) => string
  write: (head: ExportHeader, vouchers: PostedVoucher[]) => Buffer
}

/** Accounting programs recognize a file by its name: .si contains vouchers to import, and DATEV's begin with EXTF. */
const FORMATS: Record<BookExport, Format> = {
  accounting: { mimeType: "text/csv", filename: (days) => `accounting-${days}.csv`, write: writeVouchersCsv },
  "accounting-sie": { mimeType: "text/plain", filename: (days) => `accounting-${days}.si`, write: writeSie },
  "accounting-datev": {
    mimeType: "text/csv",
    filename: (days) => `EXTF_Buchungsstapel_${days}.csv`,
    write: writeDatev,
  },
}

/** `period`: days in the organization's time zone, both inclusive; `today` in the same zone. */
export type AccountingExportInput = {
  connection: ConnectionRecord
  format: BookExport
  period: { from: string; to: string; timeZone: string }
  today: string
}

/**
 * Prepares the accounting of a period as a file. Its rows are its lines, its sums are debit and credit in minor units,
 * which are equal; `general_rates` are VAT rates without accounts of their own while other rates have some.
 * @throws AccountingExportError for an entry without an account, and for what the format does not accept
 */
export async function prepareAccountingExport(
  container: MedusaContainer,
  { connection, format, period, today }: AccountingExportInput
): Promise<ExportFile> {
  const pos = container.resolve(POS_MODULE)
  const { accounting } = getInboundSettings(connection)
  const { currency_code: currencyCode } = connection
  const locks = await adoptLocks(container, connection, accounting.locks)
  const vouchers = await readJournal(pos, { connectionId: connection.id, currencyCode, ...period }, locks)
  const posted = postVouchers(vouchers, accounting)
  const head: ExportHeader = {
    organization: connection.organization_name ?? connection.organization_uuid,
    currencyCode,
    accounting,
    from: period.from,
    to: period.to,
    madeAt: await pos.now(),
    madeOn: today,
  }
  const { mimeType, filename, write } = FORMATS[format]
  const content = write(head, posted)
  const amounts = posted.flatMap(({ lines }) => lines.map(({ amount }) => amount))
  const sums = {
    debit: sum(amounts.filter((amount) => amount > 0)),
    credit: 0 - sum(amounts.filter((amount) => amount < 0)),
  }
  return {
    filename: filename(`${period.from}-${period.to}`),
    mimeType,
    general_rates: ratesOnGeneralAccounts(vouchers, accounting),
    produce: async (writePiece) => {
      await writePiece(content)
      return { rows: amounts.length, sums, other_currencies: [] }
    },
  }
}

const TITLES = ["day", "of_day", "voucher", "account", "text", "vat_rate", "debit", "credit", "currency", "reference"]

/**
 * Writes vouchers as CSV, one row per line. `of_day` differs from `day` for an entry that came, or changed, after its
 * day was closed.
 */
export function writeVouchersCsv(head: ExportHeader, vouchers: PostedVoucher[]): Buffer {
  const money = (amount: number) => (amount > 0 ? toColumnText(amount, head.currencyCode) : "")
  const row = (voucher: PostedVoucher, line: Posting): Cell[] => [
    ...[voucher.day, voucher.ofDay, voucherText("accounting", voucher), line.account, lineText("accounting", line)].map(
      made
    ),
    ...[line.rate ?? "", money(line.amount), money(-line.amount), head.currencyCode.toUpperCase()].map(made),
    { text: voucher.reference ?? "" },
  ]
  const rows = vouchers.flatMap((voucher) => voucher.lines.map((line) => csvLine(row(voucher, line))))
  return Buffer.from(BYTE_ORDER_MARK + csvLine(TITLES.map(made)) + rows.join(""), "utf8")
}

const made = (text: string): Cell => ({ made: text })

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
  const toAmount = ({ amount }: Posting) => {
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
      (line) => `   #TRANS ${line.account} {} ${toAmount(line)} "" ${quoted(lineText(FORMAT, line))}`
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
