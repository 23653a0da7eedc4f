import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { isBookExport } from "../../vocabulary/books"
import type { ExportKind } from "../../vocabulary/export"
import { isReportExport } from "../../vocabulary/report-export"
import { writeBooks } from "../books/write-books"
import { knownTimeZone } from "../overview/time-zone"
import { writeReport } from "../sales/write-report"
import { EXPORT_TABLES } from "./export-tables"
import { organizationDate } from "./organization-date"
import { bringUpToDate } from "./bring-up-to-date"
import { type ExportedTable, writeTable } from "./write-table"

/** `from` and `to`: days of the organisation, both inclusive, as ISO dates. */
export type ExportTableInput = {
  connection_id: string
  kind: ExportKind
  from: string
  to: string
  /** default: the organisation's, which the books and the reports always have, since its days are closed and summed up */
  time_zone?: string | undefined
}

/** Writes one table of a period as CSV into the file module, or its books in the format that is asked for. */
export const posExportTableStep = createStep("pos-export-table", async (input: ExportTableInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(input.connection_id)
  const { kind, from, to } = input
  if (isReportExport(kind)) {
    return new StepResponse(await writeReport(container, connection, { kind, from, to }))
  }
  const chosenZone = isBookExport(kind) ? undefined : input.time_zone
  const timeZone = chosenZone ?? knownTimeZone(connection.time_zone)
  const today = organizationDate(await pos.now(), timeZone)
  const scope = { connectionId: connection.id, from, to, timeZone, today, currencyCode: connection.currency_code }
  await bringUpToDate(container, connection.id, scope)
  const exported: ExportedTable = isBookExport(kind)
    ? await writeBooks(container, { connection, format: kind, period: { from, to, timeZone }, today })
    : await writeTable(container, `${kind}-${from}-${to}.csv`, EXPORT_TABLES[kind](scope))
  return new StepResponse(exported)
})

/** @see posExportTableStep */
export const posExportTableWorkflow = createWorkflow("pos-export-table", (input: ExportTableInput) => {
  return new WorkflowResponse(posExportTableStep(input))
})
