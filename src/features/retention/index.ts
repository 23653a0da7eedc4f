export { compactLedger } from "./compact-ledger"
export { posEraseReceiptWorkflow } from "./erase"
export { eraseWriteHandler } from "./erase-writes"
export { prune } from "./prune"
