export { compactLedger } from "./compact-ledger"
export { eraseWriteHandler, posEraseReceiptWorkflow } from "./erase"
export { prune } from "./prune"
