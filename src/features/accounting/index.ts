export { prepareAccountingExport } from "./export"
export { closeDays } from "./journal"
export { AccountingExportError } from "./vouchers"
