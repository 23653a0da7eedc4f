export { posAttachCustomerWorkflow, posDetachCustomerWorkflow, readCustomer } from "./customer"
export { readRelatedReceipts, renderReceipt } from "./document"
export { readReceiptSheet } from "./rules"
