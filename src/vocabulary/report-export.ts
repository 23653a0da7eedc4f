import { REPORT_KINDS, type ReportKind } from "./report"

/** The reports as tables that can be exported, and which report each is of. */
export const REPORT_OF = {
  "report-hours": "hours",
  "report-weekdays": "weekdays",
  "report-products": "products",
  "report-categories": "categories",
  "report-cashiers": "cashiers",
  "report-payments": "payments",
  "report-discounts": "discounts",
  "report-web": "web",
  "report-stock": "stock",
} as const satisfies Record<`report-${ReportKind}`, ReportKind>

export type ReportExport = keyof typeof REPORT_OF

export const isReportExport = (kind: string): kind is ReportExport => Object.hasOwn(REPORT_OF, kind)

/** The table of a report. */
export const exportOf = (kind: ReportKind): ReportExport => `report-${kind}`

export const REPORT_EXPORTS = REPORT_KINDS.map(exportOf)
