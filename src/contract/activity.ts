/** Kinds of decisions that a person makes in the admin. */
export const DECISION_KINDS = [
  "connect",
  "disconnect",
  "pause",
  "resume",
  "new-key",
  "confirm-profile",
  "outbound-settings",
  "inbound-settings",
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
  "images-again",
  "barcodes",
  "adopt",
  "ignore-candidates",
  "decide-differences",
  "reopen-differences",
  "decide-held",
  "expect-change",
  "reconcile-finances",
  "fetch-period",
  "import-sales",
  "decide-money",
  "reopen-money",
  "replay",
  "dismiss",
  "undo-dismissal",
  "dismiss-products",
  "undo-products-dismissal",
  "minimum-balance",
  "attach-customer",
  "detach-customer",
  "erase-receipt",
  "export",
  "export-month",
  "daily-report",
] as const

/** Kinds of activity log entries: decisions, and automatic changes that a person should know of. */
export const ACTIVITY_KINDS = [...DECISION_KINDS, "restore-field"] as const

/** `begun`: the outcome is not known, permanently so after a crash; `failed`: it was rejected or failed. */
export const ACTIVITY_STATES = ["begun", "done", "failed"] as const

/** The most characters of the reason with which a person dismisses or ignores something. */
export const MAX_DISMISSAL_REASON = 500

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
