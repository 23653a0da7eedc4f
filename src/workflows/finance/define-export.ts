import type { z } from "@medusajs/framework/zod"
import type { Fragment } from "../../modules/pos/database/page"
import type { PosModuleService } from "../../modules/pos/service"
import { toColumnText } from "../../translate/money"
import type { Cell } from "./csv"
import { localTime } from "./organization-date"

/** A row of an export: its cells, and the amounts in minor units that are summed up, by column. */
export type ExportRow = { cells: Cell[]; amounts: Record<string, number> }

/** A table to be exported, whatever its rows are. `stream` hands its rows over part by part. */
export type ExportTable = {
  titles: string[]
  stream: (pos: Pick<PosModuleService, "stream">, take: (rows: ExportRow[]) => Promise<void>) => Promise<void>
}

type Column<Row> = { title: string; cell: (row: Row) => Cell; minor?: (row: Row) => number | null }

/** Ways to make a column of rows of a kind. */
export type ColumnKinds<Row> = {
  /** what a stranger may have written */
  text: (title: string, read: (row: Row) => string | null) => Column<Row>
  /** what we made ourselves */
  made: (title: string, read: (row: Row) => string | number | null) => Column<Row>
  /** a moment, where the organisation is */
  moment: (title: string, read: (row: Row) => Date | null) => Column<Row>
  /** an amount in minor units, shown in major ones by the digits of `currency` */
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
    minor: read,
    cell: (row) => {
      const minor = read(row)
      return { made: minor === null ? "" : toColumnText(minor, currency(row)) }
    },
  }),
})

/** A table from a query whose rows are as `schema` says. */
export function defineExport<Row>(
  timeZone: string,
  schema: z.ZodType<Row>,
  query: Fragment,
  choose: (kinds: ColumnKinds<Row>) => Column<Row>[]
): ExportTable {
  const columns = choose(columnKinds(timeZone))
  const toRow = (row: Row): ExportRow => ({
    cells: columns.map(({ cell }) => cell(row)),
    amounts: Object.fromEntries(columns.flatMap(({ title, minor }) => (minor ? [[title, minor(row) ?? 0]] : []))),
  })
  return {
    titles: columns.map(({ title }) => title),
    stream: (pos, take) => pos.stream(schema, query, (rows) => take(rows.map(toRow))),
  }
}
