export { posAttachCustomerWorkflow, posDetachCustomerWorkflow, readCustomer } from "./customer"
export { readRelatedReceipts, renderReceipt } from "./document"
export { listCashiers, searchReceipts } from "./list"
export { readReceiptSheet } from "./rules"
