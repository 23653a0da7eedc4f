import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { readDailyReport } from "../../modules/pos/queries/finance/daily-report"
import { knownTimeZone } from "../overview/time-zone"
import { organizationDate } from "./organization-date"
import { bringUpToDate } from "./bring-up-to-date"
import { reportPdf } from "./report-pdf"
import { writeFile } from "./write-file"

/** `date`: a day of the organisation as an ISO date; default: today. */
export type DailyReportInput = { connection_id: string; date?: string | undefined }

/** The figures of a day, in minor units. @throws ConnectionNotFoundError */
export async function dailyReport(container: MedusaContainer, input: DailyReportInput) {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(input.connection_id)
  const timeZone = knownTimeZone(connection.time_zone)
  const now = await pos.now()
  const date = input.date ?? organizationDate(now, timeZone)
  const period = { connectionId: connection.id, from: date, to: date, timeZone }
  const head = {
    organization: connection.organization_name ?? connection.organization_uuid,
    date,
    timeZone,
    currencyCode: connection.currency_code,
    madeAt: now.toISOString(),
  }
  await bringUpToDate(container, connection.id, period)
  return { head, report: await pos.query((sql) => readDailyReport(sql, period)) }
}

/** Writes the day's report as a PDF into the shop's file module. */
export const posWriteDailyReportStep = createStep(
  "pos-write-daily-report",
  async (input: DailyReportInput, { container }) => {
    const { head, report } = await dailyReport(container, input)
    const { reportFont } = (await container.resolve(POS_MODULE).getOptions()).finance
    const target = { filename: `daily-report-${head.date}.pdf`, mimeType: "application/pdf" }
    const file = await writeFile(container, target, async (write) => {
      for await (const piece of reportPdf(report, head, reportFont)) {
        await write(piece)
      }
    })
    return new StepResponse({ file })
  }
)

/** @see posWriteDailyReportStep */
export const posWriteDailyReportWorkflow = createWorkflow("pos-write-daily-report", (input: DailyReportInput) => {
  return new WorkflowResponse(posWriteDailyReportStep(input))
})
