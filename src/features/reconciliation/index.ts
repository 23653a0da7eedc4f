export { resumeMoneyReconciliation } from "./compare"
export { posDecideMoneyWorkflow } from "./repair"
export { posReconcileFinancesWorkflow } from "./runs"
