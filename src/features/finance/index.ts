export {
  findPayout,
  type ListedPayout,
  listPayouts,
  listUnusualFees,
  PAYOUT_ORDERS,
  searchPayouts,
} from "./payout-lists"
export { openAccountOf, posPullSliceWorkflow, pullPeriod } from "./pull"
export { bringUpToDate, forgetSettlement, posTakeOverReceiptsWorkflow } from "./receipt-extracts"
export { posSetMinimumBalanceWorkflow, posSettleAccountWorkflow } from "./settle"
export { type AccountRow, findAccount, listAccounts } from "./store"
export { isFinanceDue, pullNow, type PullTerms, pullTerms, syncFinance } from "./sync"
export {
  listAccountTransactions,
  listOrderPayments,
  listReceiptPayments,
  listUnsettledPayments,
  PAYOUT_OF,
} from "./transaction-lists"
