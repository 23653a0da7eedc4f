export { dailyReport, posWriteDailyReportWorkflow } from "./daily-report"
export { posExportTableWorkflow } from "./export"
export { readSales, readSalesOfMany, topProducts } from "./overview"
export { salesReport } from "./sales-report"
