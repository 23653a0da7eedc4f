import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posWriteDailyReportWorkflow } from "../../../../../workflows"
import { dailyReport } from "../../../../../workflows/finance/daily-report"
import { type DailyReportBody, dailyReportSchema } from "../../finance-validators"

/**
 * `GET /admin/pos/reports/daily` → `{date, time_zone, currency_code, totals, vat, payments, gift_cards}`: what was sold
 * on a day of the organisation (`date`, default today), in minor units.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { head, report } = await dailyReport(request.scope, dailyReportSchema.parse(request.validatedQuery))
  response.json({ date: head.date, time_zone: head.timeZone, currency_code: head.currencyCode, ...report })
}

/** `POST /admin/pos/reports/daily` with `{connection_id, date?}` writes the same as a PDF → 201 `{file: {id, url, filename}}`. */
export async function POST(
  request: AuthenticatedMedusaRequest<DailyReportBody>,
  response: MedusaResponse
): Promise<void> {
  const { result } = await posWriteDailyReportWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(201).json(result)
}
