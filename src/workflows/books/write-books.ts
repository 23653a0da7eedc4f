import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { sum } from "../../translate/sum"
import type { BookExport } from "../../vocabulary/books"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { writeFile } from "../finance/write-file"
import type { ExportedTable } from "../finance/write-table"
import type { BooksHead } from "./books-head"
import { type PostedVoucher, postVouchers, ratesOnGeneralAccounts } from "./post-vouchers"
import { readJournal } from "./read-journal"
import { writeBooksCsv } from "./write-books-csv"
import { writeDatev } from "./write-datev"
import { writeSie } from "./write-sie"

type Format = {
  mimeType: string
  filename: (days: string) => string
  write: (head: BooksHead, vouchers: PostedVoucher[]) => Buffer
}

/** Bookkeeping programs know a file by its name: .si has vouchers to be brought in, and DATEV's begin with EXTF. */
const FORMATS: Record<BookExport, Format> = {
  books: { mimeType: "text/csv", filename: (days) => `books-${days}.csv`, write: writeBooksCsv },
  "books-sie": { mimeType: "text/plain", filename: (days) => `books-${days}.si`, write: writeSie },
  "books-datev": { mimeType: "text/csv", filename: (days) => `EXTF_Buchungsstapel_${days}.csv`, write: writeDatev },
}

/** `period`: days of the organisation, both inclusive, in its time zone; `today` there. */
export type WriteBooksInput = {
  connection: ConnectionRecord
  format: BookExport
  period: { from: string; to: string; timeZone: string }
  today: string
}

/**
 * Writes the books of a period into the shop's file module.
 * @returns the file, how many lines it has, their debit and credit in minor units, which are the same, and the VAT rates
 * that have no accounts of their own while others have
 * @throws BooksError for what has no account, and what the format does not take
 */
export async function writeBooks(
  container: MedusaContainer,
  { connection, format, period, today }: WriteBooksInput
): Promise<ExportedTable> {
  const pos = container.resolve(POS_MODULE)
  const { books } = mirrorSettingsOf(connection)
  const { currency_code: currencyCode } = connection
  const vouchers = await readJournal(pos, { connectionId: connection.id, currencyCode, ...period }, books.locks)
  const posted = postVouchers(vouchers, books)
  const head: BooksHead = {
    ...{ organization: connection.organization_name ?? connection.organization_uuid, currencyCode, books },
    ...{ from: period.from, to: period.to, madeAt: await pos.now(), madeOn: today },
  }
  const { mimeType, filename, write } = FORMATS[format]
  const content = write(head, posted)
  const file = await writeFile(
    container,
    { filename: filename(`${period.from}-${period.to}`), mimeType },
    async (piece) => piece(content)
  )
  const amounts = posted.flatMap(({ lines }) => lines.map(({ amount }) => amount))
  const sums = {
    debit: sum(amounts.filter((amount) => amount > 0)),
    credit: 0 - sum(amounts.filter((amount) => amount < 0)),
  }
  return { file, rows: amounts.length, sums, general_rates: ratesOnGeneralAccounts(vouchers, books) }
}
