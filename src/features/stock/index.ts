export { adjustStoreStock, applyPosMovements } from "./apply-movements"
export { closeAllDifferences, closeOfDeletedProducts } from "./differences"
export { handleTracking, importBalances, isTracking } from "./import"
export { holdingInventory } from "./inventory-lock"
export { forgetLowStock } from "./low-stock"
export {
  endStock,
  endStockOfProducts,
  endStockOfVariants,
  findAcceptedVariants,
  markAcceptedStockDue,
  recordAddedVariants,
  recordUncounted,
  restartAllStock,
} from "./matching-store"
export { restoreHeldStock } from "./hold-stock"
export { markAllStockDue, markStockDue, markStockLinksDue, markStockOfProductsDue } from "./outbox"
export { stockWriteHandler } from "./apply-movements"
export { readPosLevels } from "./pos-levels"
export { drainAllStock, posPushStockBatchWorkflow } from "./push"
export { resumeStockReconciliation } from "./reconcile"
export { recordLastLevels } from "./record-last-levels"
export { posReconcileStockWorkflow, requestReconciliation, STOCK_COMPARISON_TIME } from "./request-reconciliation"
export { addBalances, chooseInventories, inventoriesSchema, soldMovements, subtractBalances } from "./rules"
export { posDecideDifferencesWorkflow, posReopenDifferencesWorkflow } from "./settle-differences"
export { readStorefrontAvailability } from "./storefront-availability"
export { type Baseline, findUntracked, takeBaselines } from "./tracked-levels"
