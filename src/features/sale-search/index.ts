export { findSalesAtPos, posImportSalesWorkflow } from "./at-pos"
export { findSales, searchReceipts } from "./find"
export { readSaleSearch } from "./rules"
