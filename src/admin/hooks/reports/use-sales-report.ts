import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { ReportKind } from "../../../vocabulary/report"
import { reportAnswerSchema } from "../../lib/answers/report"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"

/** Days are the organisation's, both included. */
export type ReportQuery = { connection_id: string; kind: ReportKind; from: string; to: string }

/** A report of what was sold over the counter, with the period before. */
export function useSalesReport(query: ReportQuery) {
  return useQuery({
    queryKey: posKeys.salesReport(query),
    queryFn: () => ask(reportAnswerSchema, "/admin/pos/reports/sales", { query }),
    select: ({ report }) => report,
    placeholderData: keepPreviousData,
  })
}
