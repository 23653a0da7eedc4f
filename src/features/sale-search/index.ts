export { findSalesAtPos, posImportSalesWorkflow } from "./at-pos"
export { findSales } from "./find"
