import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { REPORT_OF, type ReportExport } from "../../vocabulary/report-export"
import { type ExportedTable, writeTable } from "../finance/write-table"
import { reportTable } from "./report-table"
import { reckonedScope } from "./sales-report"

/** Writes a report with the period before as CSV into the shop's file module. */
export async function writeReport(
  container: MedusaContainer,
  connection: ConnectionRecord,
  wanted: { kind: ReportExport; from: string; to: string }
): Promise<ExportedTable> {
  const scope = await reckonedScope(container, connection, wanted)
  const table = reportTable(REPORT_OF[wanted.kind], scope)
  return writeTable(container, `${wanted.kind}-${wanted.from}-${wanted.to}.csv`, table)
}
