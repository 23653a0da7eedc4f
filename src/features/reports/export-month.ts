import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type ExportKind, MAX_EXPORTED_CONNECTIONS } from "../../contract/accounting"
import { daysOfMonth } from "../../contract/time"
import { folderNames, type AddToZip, writeZip } from "../../documents/zip"
import { type ExportFile, writeFile, type WrittenFile } from "../../documents/table-export"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import { AccountingExportError } from "../accounting"
import { prepareExport } from "./export"

/** `month`: `YYYY-MM`; `connection_ids`: default: all connections that are active or paused. */
export type ExportMonthInput = { month: string; kinds: ExportKind[]; connection_ids?: string[] | undefined }

/** A file in the zip. `filename`: its path there; `general_rates` as in {@link ExportFile}. */
export type MonthFile = {
  connection_id: string
  kind: ExportKind
  filename: string
  rows: number
  general_rates?: string[]
}

/** What could not be exported, with the reason as the code says it. */
export type MonthFailure = { connection_id: string; kind: ExportKind; reason: string }

/** `file`: the zip; `files`: what it contains; `failed`: what it lacks. */
export type ExportedMonth = { file: WrittenFile; files: MonthFile[]; failed: MonthFailure[] }

/** The file in the zip that lists what could not be exported. */
const FAILURES_FILE = "not-exported.txt"

/** Writes the chosen tables of each connection for a month into one zip in the file module. */
export const posExportMonthStep = createStep("pos-export-month", async (input: ExportMonthInput, { container }) => {
  const connections = await findConnections(container, input.connection_ids)
  const target = { filename: `export-${input.month}.zip`, mimeType: "application/zip" }
  const now = await container.resolve(POS_MODULE).now()
  const files: MonthFile[] = []
  const failed: MonthFailure[] = []
  const { file } = await writeFile(container, target, async (write) =>
    writeZip(write, now, async (add) => {
      const failures: string[] = []
      for (const { connection, folder } of withFolders(connections)) {
        for (const kind of input.kinds) {
          const prepared = await prepareOrRefuse(container, connection, { kind, ...daysOfMonth(input.month) })
          if (prepared instanceof AccountingExportError) {
            failed.push({ connection_id: connection.id, kind, reason: prepared.message })
            failures.push(`${folder}/${kind}: ${prepared.message}\r\n`)
          } else {
            files.push(await addExport(add, { connection_id: connection.id, kind, folder }, prepared))
          }
        }
      }
      if (failures.length > 0) {
        await add(FAILURES_FILE, async (writePiece) => writePiece(failures.join("")))
      }
    })
  )
  const exported: ExportedMonth = { file, files, failed }
  return new StepResponse(exported)
})

/**
 * Writes the chosen tables of each connection for a month into one zip in the file module, with a folder for each
 * connection. A connection whose accounting cannot be exported, because an account is missing, does not stop the others.
 * @see posExportMonthStep
 */
export const posExportMonthWorkflow = createWorkflow("pos-export-month", (input: ExportMonthInput) => {
  return new WorkflowResponse(posExportMonthStep(input))
})

/** Returns the connections to export. @throws ConnectionNotFoundError; PosError if there are none or too many */
async function findConnections(container: MedusaContainer, ids: string[] | undefined): Promise<ConnectionRecord[]> {
  const pos = container.resolve(POS_MODULE)
  if (ids) {
    return Promise.all(ids.map(async (id) => pos.findConnection(id)))
  }
  const connections = await pos.listPosConnections(
    { state: ["active", "paused"] },
    { take: MAX_EXPORTED_CONNECTIONS + 1, order: { created_at: "ASC", id: "ASC" } }
  )
  if (connections.length === 0) {
    throw new PosError("pos_connection_not_found", "Could not export the month: no connection is active or paused")
  }
  if (connections.length > MAX_EXPORTED_CONNECTIONS) {
    throw new PosError(
      "pos_request_invalid",
      `Could not export the month: there are more than ${MAX_EXPORTED_CONNECTIONS} connections. Name some of them.`
    )
  }
  return connections
}

function withFolders(connections: ConnectionRecord[]) {
  const names = connections.map(({ organization_name, organization_uuid }) => organization_name || organization_uuid)
  const folders = folderNames(names, [FAILURES_FILE])
  return connections.map((connection, index) => ({ connection, folder: folders[index] ?? connection.id }))
}

/** Prepares an export, or returns why the connection's accounting cannot be exported. */
async function prepareOrRefuse(
  container: MedusaContainer,
  connection: ConnectionRecord,
  request: { kind: ExportKind; from: string; to: string }
): Promise<ExportFile | AccountingExportError> {
  try {
    return await prepareExport(container, connection, request)
  } catch (error) {
    if (error instanceof AccountingExportError) {
      return error
    }
    throw error
  }
}

async function addExport(
  add: AddToZip,
  { connection_id, kind, folder }: { connection_id: string; kind: ExportKind; folder: string },
  { filename, produce, general_rates }: ExportFile
): Promise<MonthFile> {
  const path = `${folder}/${filename}`
  const { rows } = await add(path, produce)
  return { connection_id, kind, filename: path, rows, general_rates }
}
