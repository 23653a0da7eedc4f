export {
  PosCategoryLink,
  PosImage,
  PosPlan,
  PosPlanEntry,
  PosUnlinkedProduct,
  PosProductLink,
  PosProductPart,
} from "./catalog"
export { PosActivity, PosAuthorization, PosConnection, PosSubscription } from "./connection"
export {
  PosAccount,
  PosAccountTransaction,
  PosJournalEntry,
  PosDiscrepancy,
  PosPayout,
  PosReceiptPayment,
} from "./finance"
export { PosRateLimit, PosGiftCard, PosGiftCardTransaction } from "./gift-cards"
export { PosExpectedChange, PosHeldChange, PosHold } from "./mass-changes"
export {
  PosAlert,
  PosDigest,
  PosMetricCounter,
  PosWebhookRejection,
  PosProgressCheck,
  PosSyncAttempt,
} from "./monitoring"
export { PosEventOutbox, PosReceipt, PosDailySales, PosDailySalesDue, PosStoreWrite } from "./receipts"
export { PosRecurringJob, PosInboxEntry, PosLease, PosOutage, PosRateBudget, PosRun } from "./runtime"
export { PosStockDifference, PosStockMovement, PosVariantLink } from "./stock"
