import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import { createReadStream } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import { Modules } from "@medusajs/framework/utils"
import type { Fragment } from "../modules/pos/database/page"
import type { PosModuleService } from "../modules/pos/service"
import { toColumnText } from "../money/money"
import { localTime } from "../modules/pos/organization-time"

/**
 * `sums`: sums of the amount columns over all rows in the organization's currency, in minor units. `other_currencies`:
 * those of rows in other currencies, which an organization has when it changed its currency. `general_rates`, for
 * accounting exports: VAT rates in percent that are booked on the general accounts although other rates have their own
 * accounts.
 */
export type ExportedTable = {
  file: WrittenFile
  rows: number
  sums: Record<string, number>
  other_currencies: { currency_code: string; sums: Record<string, number> }[]
  general_rates?: string[]
}

/**
 * A file that is ready to be written, into the file module or into an archive. `produce` writes its content, once.
 */
export type ExportFile = Pick<ExportedTable, "general_rates"> & {
  filename: string
  mimeType: string
  produce: (write: Write) => Promise<Pick<ExportedTable, "rows" | "sums" | "other_currencies">>
}

/** Returns a table as a CSV file, which is written row by row. */
export const tableFile = (
  pos: Pick<PosModuleService, "stream">,
  filename: string,
  { titles, currencyCode, stream }: ExportTable
): ExportFile => ({
  filename,
  mimeType: "text/csv",
  produce: async (write) => {
    const byCurrency = new Map<string, ExportedTable["sums"]>()
    let rows = 0
    await write(BYTE_ORDER_MARK + csvLine(titles.map((made) => ({ made }))))
    await stream(pos, async (part) => {
      rows += part.length
      for (const { title, currency, amount } of part.flatMap(({ amounts }) => amounts)) {
        const sums = byCurrency.get(currency) ?? {}
        sums[title] = (sums[title] ?? 0) + amount
        byCurrency.set(currency, sums)
      }
      await write(part.map(({ cells }) => csvLine(cells)).join(""))
    })
    const other_currencies = [...byCurrency]
      .filter(([currency]) => currency !== currencyCode)
      .map(([currency_code, sums]) => ({ currency_code, sums }))
    return { rows, sums: byCurrency.get(currencyCode) ?? {}, other_currencies }
  },
})

/** Writes an export to the store's file module. */
export async function saveExport(
  container: MedusaContainer,
  { produce, general_rates, ...target }: ExportFile
): Promise<ExportedTable> {
  const { file, result } = await writeFile(container, target, produce)
  return { file, ...result, general_rates }
}

/** A row of an export: its cells, and the amounts in minor units that are summed up, by column and currency. */
export type ExportRow = { cells: Cell[]; amounts: { title: string; currency: string; amount: number }[] }

/** An exportable table. `currencyCode`: the organization's; `stream` passes on its rows in parts. */
export type ExportTable = {
  titles: string[]
  currencyCode: string
  stream: (pos: Pick<PosModuleService, "stream">, take: (rows: ExportRow[]) => Promise<void>) => Promise<void>
}

type Column<Row> = {
  title: string
  cell: (row: Row) => Cell
  sum?: (row: Row) => { title: string; currency: string; amount: number }
}

/** Factories of columns for one kind of rows. */
export type ColumnKinds<Row> = {
  /** untrusted text */
  text: (title: string, read: (row: Row) => string | null) => Column<Row>
  /** trusted text of the plugin */
  made: (title: string, read: (row: Row) => string | number | null) => Column<Row>
  /** a moment in the organization's time zone */
  moment: (title: string, read: (row: Row) => Date | null) => Column<Row>
  /** an amount in minor units, shown in major units with the decimals of `currency` */
  money: (title: string, read: (row: Row) => number | null, currency: (row: Row) => string) => Column<Row>
}

const columnKinds = <Row>(timeZone: string): ColumnKinds<Row> => ({
  text: (title, read) => ({ title, cell: (row) => ({ text: read(row) ?? "" }) }),
  made: (title, read) => ({ title, cell: (row) => ({ made: String(read(row) ?? "") }) }),
  moment: (title, read) => ({
    title,
    cell: (row) => {
      const moment = read(row)
      return { made: moment === null ? "" : localTime(moment, timeZone) }
    },
  }),
  money: (title, read, currency) => ({
    title,
    sum: (row) => ({ title, currency: currency(row), amount: read(row) ?? 0 }),
    cell: (row) => {
      const minor = read(row)
      return { made: minor === null ? "" : toColumnText(minor, currency(row)) }
    },
  }),
})

/** Creates a table from a query with rows of `schema`. */
export function defineExport<Row>(
  { timeZone, currencyCode }: { timeZone: string; currencyCode: string },
  schema: z.ZodType<Row>,
  query: Fragment,
  choose: (kinds: ColumnKinds<Row>) => Column<Row>[]
): ExportTable {
  const columns = choose(columnKinds(timeZone))
  const toRow = (row: Row): ExportRow => ({
    cells: columns.map(({ cell }) => cell(row)),
    amounts: columns.flatMap(({ sum }) => sum?.(row) ?? []),
  })
  return {
    titles: columns.map(({ title }) => title),
    currencyCode,
    stream: (pos, take) => pos.stream(schema, query, (rows) => take(rows.map(toRow))),
  }
}

/** A cell: untrusted text, or trusted text of the plugin (an amount, a date). */
export type Cell = { text: string } | { made: string }

/** Byte order mark at the beginning of a file, so that spreadsheets decode "å" correctly. */
export const BYTE_ORDER_MARK = "\uFEFF"

/**
 * Text that a spreadsheet interprets as a formula. White space and control characters before it are skipped, and
 * full-width signs count, too.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/**
 * Positions at which a program that separates by `;` or tabs and ignores quotes would split a cell before a formula.
 */
const FORMULA_INSIDE = /(?<=[;\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu

const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/

/**
 * Formats one line of CSV (RFC 4180), with its line break. An apostrophe precedes text that a spreadsheet would run as
 * a formula, also where another list separator would split the cell. Numbers stay unchanged.
 */
export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => quote("made" in cell ? cell.made : disarm(cell.text))).join(",")}\r\n`
}

function disarm(text: string): string {
  if (PLAIN_NUMBER.test(text)) {
    return text
  }
  const inside = text.replace(FORMULA_INSIDE, "'")
  return FORMULA.test(text) ? `'${inside}` : inside
}

const quote = (text: string) => (/[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A file in the store's file module. */
export type WrittenFile = { id: string; url: string; filename: string }

/** Writes a chunk of the file; resolves when the next one may follow. */
export type Write = (piece: string | Buffer) => Promise<void>

/**
 * Writes a file to the store's file module. The content is first written to the system's temporary folder, because the
 * upload may take minutes, and `produce` may read the rows with a cursor, which holds a database connection.
 * @returns the file, and the result of `produce`
 */
export async function writeFile<Result>(
  container: MedusaContainer,
  file: { filename: string; mimeType: string },
  produce: (write: Write) => Promise<Result>
): Promise<{ file: WrittenFile; result: Result }> {
  const folder = await mkdtemp(path.join(tmpdir(), "pos-export-"))
  const content = path.join(folder, "content")
  try {
    const result = await writeContent(content, produce)
    return { file: await upload(container, file, content), result }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeContent<Result>(target: string, produce: (write: Write) => Promise<Result>): Promise<Result> {
  const handle = await open(target, "wx", 0o600)
  try {
    return await produce(async (piece) => handle.appendFile(piece))
  } finally {
    await handle.close()
  }
}

/** Streams a file to the store's file module; an incomplete file is deleted. */
async function upload(
  container: MedusaContainer,
  { filename, mimeType }: { filename: string; mimeType: string },
  content: string
): Promise<WrittenFile> {
  const files = container.resolve(Modules.FILE)
  const { writeStream, promise, fileKey } = await files.getUploadStream({ filename, mimeType, access: "private" })
  // The pipeline reports the stream's error.
  promise.catch(() => undefined)
  try {
    await pipeline(createReadStream(content), writeStream)
    const { key } = await promise
    const { url } = await files.retrieveFile(key)
    return { id: key, url, filename }
  } catch (error) {
    await files.deleteFiles([fileKey])
    throw error
  }
}
