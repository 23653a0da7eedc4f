export { holdMassChanges, type PlannedChange, toHoldLock } from "./hold-changes"
export {
  approveChanges,
  cancelDecision,
  closeEmptyHolds,
  decideChanges,
  expectChange,
  type HeldChange,
  listExpected,
  listHeldChanges,
  listOpenHolds,
  type NotRestored,
  recordRestored,
  withdrawChanges,
} from "./store"
