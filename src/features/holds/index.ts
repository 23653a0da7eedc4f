export { holdMassChanges, type PlannedChange, toHoldLock } from "./hold-changes"
export {
  closeEmptyHolds,
  decideChanges,
  expectChange,
  type HeldChange,
  listExpected,
  listHeldChanges,
  listOpenHolds,
  type NotRestored,
  recordRestored,
} from "./store"
