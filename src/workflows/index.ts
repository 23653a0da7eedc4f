export { POS_EVENTS, type PosEventPayloads, type ProductEventData } from "../runtime/events"
export {
  posAdoptProductsWorkflow,
  posIgnoreProductsWorkflow,
  posChangeMatchingWorkflow,
  posPushProductsBatchWorkflow,
  posControlRunWorkflow,
  posCustomizeProductsWorkflow,
  posDecideHeldChangesWorkflow,
  posDismissRejectionsWorkflow,
  posExpectMassChangeWorkflow,
  posGenerateBarcodesWorkflow,
  posIncludeProductsWorkflow,
  posOverrideProductWorkflow,
  posRetryImagesWorkflow,
  posRetryProductsWorkflow,
  posStartPushWorkflow,
  posUndoRejectionDismissalsWorkflow,
  posApplyPlanWorkflow,
  posDecidePlanWorkflow,
  posMakePlanWorkflow,
} from "../features/catalog"
export {
  posConnectWorkflow,
  posConfirmProfileWorkflow,
  posDisconnectWorkflow,
  posPauseConnectionWorkflow,
  posResumeConnectionWorkflow,
  posRotateKeyWorkflow,
  posFinishSignInWorkflow,
  posStartSignInWorkflow,
  posTestNotificationWorkflow,
  posCatchUpWorkflow,
  posUpdateInboundSettingsWorkflow,
  posCopySettingsWorkflow,
  posUpdateOutboundSettingsWorkflow,
} from "../features/connection"
export { posWriteDailyReportWorkflow, posExportMonthWorkflow, posExportTableWorkflow } from "../features/reports"
export {
  posPullSliceWorkflow,
  posSetMinimumBalanceWorkflow,
  posSettleAccountWorkflow,
  posTakeOverReceiptsWorkflow,
} from "../features/finance"
export { posLookUpGiftCardWorkflow, posReadGiftCardsWorkflow } from "../features/gift-cards"
export { posHandleInboxBatchWorkflow } from "../runtime/inbox"
export {
  posDecideMoneyWorkflow,
  posReopenMoneyWorkflow,
  posFetchPeriodWorkflow,
  posReconcileFinancesWorkflow,
} from "../features/reconciliation"
export { posDismissInboxWorkflow, posUndoInboxDismissalWorkflow } from "../runtime/inbox"
export { posReplayInboxWorkflow } from "../runtime/inbox"
export { posStartBackfillWorkflow } from "../features/sales"
export { posImportSalesWorkflow } from "../features/sale-search"
export { posEraseReceiptWorkflow } from "../features/retention"
export { posAttachCustomerWorkflow, posDetachCustomerWorkflow } from "../features/receipts"
export {
  posDecideDifferencesWorkflow,
  posPushStockBatchWorkflow,
  posReconcileStockWorkflow,
  posReopenDifferencesWorkflow,
} from "../features/stock"
