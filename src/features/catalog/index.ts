export { posAdoptProductsWorkflow, suggestMatches } from "./adopt"
export { notifyOfFirstSales } from "./notify-first-sales"
export { posApplyPlanWorkflow } from "./apply-plan"
export { posGenerateBarcodesWorkflow, resumeBulkAction } from "./bulk-actions"
export { auditProducts, readAuditBasis } from "./audit"
export { type Candidate, listCandidates } from "./candidate-store"
export { markAllDue, markLinkedProductsDue } from "./change-marks"
export { posCustomizeProductsWorkflow } from "./customize-products"
export { posDecideHeldChangesWorkflow, resumeRestore } from "./decide-hold"
export { importProducts, isOfProduct } from "./import"
export { reviewProducts } from "./library-catch-up"
export { posDismissRejectionsWorkflow, posUndoRejectionDismissalsWorkflow } from "./workflows"
export { countAllLinks, countLinks, listLinks } from "./list-links"
export { listUnlisted } from "./list-unlisted"
export { findUnlinked, linkSold, markChanged, markChangedStock } from "./mark-changed"
export type { PosIdentity } from "./matching-rules"
export { countProductLinks, countProductLinksOf, hasProductLinks, type ProductLinkCounts } from "./outbox"
export { overridesSchema } from "./overrides"
export { countPlanEntries } from "./plan-store"
export { draftPlan, posDecidePlanWorkflow, posMakePlanWorkflow, readUnlinkedIdentities } from "./plan"
export { dryRun } from "./preview"
export { drainOutbox, posPushProductsBatchWorkflow } from "./push"
export { checkPriceChoice, findDeletedSources, priceSourceIds } from "./read-prices"
export { findUnchanged, posControlRunWorkflow, posStartPushWorkflow, startRun } from "./runs"
export {
  posChangeMatchingWorkflow,
  posExpectMassChangeWorkflow,
  posIgnoreProductsWorkflow,
  posIncludeProductsWorkflow,
  posOverrideProductWorkflow,
  posRetryImagesWorkflow,
  posRetryProductsWorkflow,
} from "./workflows"
