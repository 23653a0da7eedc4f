export { compactLedger } from "./compact-ledger"
export { posEraseReceiptWorkflow } from "./erase"
export { prune } from "./prune"
