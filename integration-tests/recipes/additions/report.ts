import { fakeSql } from "../support/fakes"
import type { Recipe } from "../support/recipe"

const KIND = "tips"

export const report: Recipe = {
  title: "Add a report",
  edits: [
    {
      file: "src/contract/reports.ts",
      after: "export const SALES_REPORTS = {\n",
      insert: `  ${KIND}: {
    dimension: "payment",
    by: "key",
    sortedBy: "tips",
    drawn: "tips",
    measures: ["receipts", "tips"],
  },
`,
    },
  ],
  texts: {
    [`reports.kinds.${KIND}`]: "Tips by payment",
    [`reports.rows.${KIND}`]: "Payment",
    [`exports.kinds.report-${KIND}`]: "Tips by payment",
  },
  async see(load) {
    const { REPORT_KINDS, shownBy } = load("src/contract/reports.ts")
    const { EXPORT_KINDS } = load("src/contract/accounting.ts")
    const { getGroups, withPeriodBefore } = load("src/features/reports/sales-report.ts")
    const { readReport } = load("src/modules/pos/report.ts")
    const { salesReportQuerySchema } = load("src/api/admin/pos/reports/validators.ts")
    const query = { connection_id: "poscon_1", kind: KIND, from: "2026-03-01", to: "2026-03-07" }
    const scope = {
      connectionId: "poscon_1",
      timeZone: "UTC",
      currencyCode: "sek",
      ...withPeriodBefore(query.from, query.to),
    }
    const { sql, statements } = fakeSql()
    await readReport(sql, getGroups(KIND, scope), 10)
    const [statement] = statements
    return {
      isListed: REPORT_KINDS.includes(KIND),
      isExported: EXPORT_KINDS.includes(`report-${KIND}`),
      measures: shownBy(KIND).measures,
      query: salesReportQuerySchema.parse(query).kind,
      isUnknownRejected: !salesReportQuerySchema.safeParse({ ...query, kind: "tip" }).success,
      dimension: statement?.bindings.includes("payment"),
      isComputed: statement?.text.includes("'tips', now_tips"),
    }
  },
  expected: {
    isListed: true,
    isExported: true,
    measures: ["receipts", "tips"],
    query: KIND,
    isUnknownRejected: true,
    dimension: true,
    isComputed: true,
  },
}
