import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import type { ExportKind } from "../../vocabulary/export"
import { BYTE_ORDER_MARK, csvLine } from "./csv"
import { EXPORT_TABLES } from "./export-tables"
import { knownTimeZone } from "../overview/time-zone"
import { organizationDate } from "./organization-date"
import { reckonVat } from "./reckon-vat"
import { writeFile, type WrittenFile } from "./write-file"

/** `from` and `to`: days of the organisation, both inclusive, as ISO dates. */
export type ExportTableInput = {
  connection_id: string
  kind: ExportKind
  from: string
  to: string
  /** default: the organisation's */
  time_zone?: string | undefined
}

/** `sums` of the columns with amounts, in minor units, over all rows. */
export type ExportedTable = { file: WrittenFile; rows: number; sums: Record<string, number> }

/** Writes one table of a period as CSV into the file module, row by row. */
export const posExportTableStep = createStep("pos-export-table", async (input: ExportTableInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(input.connection_id)
  const timeZone = input.time_zone ?? knownTimeZone(connection.time_zone)
  const scope = {
    connectionId: connection.id,
    from: input.from,
    to: input.to,
    timeZone,
    today: organizationDate(await pos.now(), timeZone),
    currencyCode: connection.currency_code,
  }
  await reckonVat(container, connection.id, scope)
  const { titles, stream } = EXPORT_TABLES[input.kind](scope)
  const sums: Record<string, number> = {}
  let rows = 0
  const filename = `${input.kind}-${input.from}-${input.to}.csv`
  const file = await writeFile(container, { filename, mimeType: "text/csv" }, async (write) => {
    await write(BYTE_ORDER_MARK + csvLine(titles.map((made) => ({ made }))))
    await stream(pos, async (part) => {
      rows += part.length
      for (const [title, amount] of part.flatMap(({ amounts }) => Object.entries(amounts))) {
        sums[title] = (sums[title] ?? 0) + amount
      }
      await write(part.map(({ cells }) => csvLine(cells)).join(""))
    })
  })
  const exported: ExportedTable = { file, rows, sums }
  return new StepResponse(exported)
})

/** @see posExportTableStep */
export const posExportTableWorkflow = createWorkflow("pos-export-table", (input: ExportTableInput) => {
  return new WorkflowResponse(posExportTableStep(input))
})
