export { catchUp, posCatchUpWorkflow } from "./catch-up"
export { checkScopes } from "./check-connection"
export { posConnectWorkflow } from "./connect"
export { RECOMMENDED_SCOPES, REQUIRED_SCOPES } from "./credentials"
export { posDisconnectWorkflow } from "./disconnect"
export { toConnectError } from "./errors"
export { CONNECTION_HANDLERS } from "./inbox-events"
export { getTimeZones, proposeTimeZone, timeZoneOfPos } from "./profile"
export { checkReachability, countWaitingForPos, keepCheckingReachability, listOutages } from "./reachability"
export { acceptNotification } from "./receive-webhook"
export { runChecks } from "./run-checks"
export {
  posCopySettingsWorkflow,
  posUpdateInboundSettingsWorkflow,
  posUpdateOutboundSettingsWorkflow,
  previewCopiedSettings,
} from "./settings"
export { posFinishSignInWorkflow, posStartSignInWorkflow } from "./sign-in"
export { getDestination, posTestNotificationWorkflow, webhookEndpoints } from "./webhook-destination"
export {
  posConfirmProfileWorkflow,
  posPauseConnectionWorkflow,
  posResumeConnectionWorkflow,
  posRotateKeyWorkflow,
} from "./workflows"
