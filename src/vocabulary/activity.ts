/** What a person decides in the admin, one word a kind. */
export const DECISION_KINDS = [
  "connect",
  "disconnect",
  "pause",
  "resume",
  "new-key",
  "confirm-profile",
  "push-settings",
  "mirror-settings",
  "copy-settings",
  "group",
  "push",
  "backfill",
  "reconcile",
  "control-run",
  "make-plan",
  "decide-plan",
  "apply-plan",
  "include",
  "override",
  "push-again",
  "bulk",
  "pictures-again",
  "barcodes",
  "adopt",
  "ignore-candidates",
  "decide-differences",
  "check-money",
  "decide-money",
  "replay",
  "dismiss",
  "minimum-balance",
  "attach-customer",
  "detach-customer",
  "erase-receipt",
  "export",
  "daily-report",
] as const

/** What the activity log has: decisions, and what the plugin does by itself that a person should know of. */
export const ACTIVITY_KINDS = [...DECISION_KINDS, "restore-field"] as const

/** `begun`: how it ended is not known, which it stays when the process died; `failed`: it was refused or went wrong. */
export const ACTIVITY_STATES = ["begun", "done", "failed"] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
