export { startSandbox, type Sandbox } from "./server"
export type { SandboxOptions } from "./config/config-schema"
export type { SandboxConfig } from "./config/config-schema"
export type { OpenShop } from "./seed/seed-organization"
export { SandboxClient, type OrganizationChoices } from "./client/sandbox-client"
export type { Shop } from "./client/shop"
export type { RefundChoices, SaleChoices, WithoutReceiptChoices } from "./client/shop"
export type { SellItem } from "./client/shop"
export type { RecordedRequest, RequestFilter, Delivery, Triggered } from "./client/control-calls"
export type { WaitOptions } from "./client/control-calls"
export { TRIGGER_NAMES, type TriggerName } from "./triggers/make-happen"
export { DIALECT_POINTS, DIALECTS, type Dialect, type DialectChoice, type DialectPoint } from "./state/dialect"
export {
  type Cassette,
  type Interaction,
  readCassette,
  UnreadableCassetteError,
  writeCassette,
} from "./cassettes/cassette"
export { type CallDifference, compare, type Comparison, describeComparison } from "./cassettes/compare"
export { record, type Recording, type RecordOptions, type Targets } from "./cassettes/record"
export { BadTargetError, type Replay, readTargets, replay } from "./cassettes/replay"
