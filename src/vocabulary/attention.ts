/** What a person decided or has to decide by themselves: shown, and sent to nobody. */
const DECISIONS = ["plan_waiting", "paused", "rejected_products", "price_source_deleted"] as const

/** What is wrong by itself: shown, and sent to whom the option `alerts` names. */
export const ALARM_KINDS = [
  "disconnected",
  "pos_unreachable",
  "tables_unknown",
  "subscription_failing",
  "subscription_keyless",
  "notifications_silent",
  "polling_silent",
  "cursor_stuck",
  "misunderstood",
  "customer_status",
  "credentials_end",
  "location_deleted",
  "channel_deleted",
  "workers_silent",
  "scheduler_silent",
  "inbox_waiting",
  "dead_entries",
  "pending_refunds",
  "products_waiting",
  "stock_waiting",
  "runs_standing",
  "stock_errors",
  "stock_differs",
  "money_differs",
] as const

/** Everything that waits for a person. */
export const ATTENTION_KINDS = [...ALARM_KINDS, ...DECISIONS] as const

export type AlarmKind = (typeof ALARM_KINDS)[number]
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
