export { writeAccountingExport } from "./export"
export { closeDays } from "./journal"
