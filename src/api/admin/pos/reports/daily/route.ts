import { posWriteDailyReportWorkflow } from "../../../../../workflows"
import { dailyReport } from "../../../../../features/reports"
import { dailyReportSchema } from "../validators"
import { defineRead, defineChange } from "../../../../utils/define-route"
import { connectionOfBody } from "../../../../utils/audit"

/**
 * `GET /admin/pos/reports/daily` → `{date, time_zone, currency_code, totals, vat, payments, gift_cards,
 * other_currencies}`: the sales of a day of the organization (`date`, default today), in minor units. After the
 * organization changed its currency, `other_currencies` has the same sums of the day's receipts in each former currency.
 */
export const GET = defineRead({
  access: "finance",
  query: dailyReportSchema,
}).handle(async (request, response) => {
  const { head, report } = await dailyReport(request.scope, request.validatedQuery)
  response.json({ date: head.date, time_zone: head.timeZone, currency_code: head.currencyCode, ...report })
})

/**
 * `POST /admin/pos/reports/daily` with `{connection_id, date?}` writes the report as a PDF → 201 `{file: {id, url,
 * filename}}`.
 */
export const POST = defineChange({
  access: "finance",
  body: dailyReportSchema,
  audit: {
    kind: "daily-report",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { date } }) => ({ date }),
  },
}).handle(async (request, response) => {
  const { result } = await posWriteDailyReportWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(201).json(result)
})
