import { getKeys } from "./keys"

/** An issue that is sent to the recipient of the option `alerts`: what is wrong, and what to do. */
type AlertText = { what: string; toDo: string }

/**
 * How urgent an issue is, most urgent first. `loss`: sales stop or are missing, or money or stock is wrong; `waiting`:
 * something waits and nothing is lost; `hint`: everything works, but slower or with older data.
 */
export const URGENCIES = ["loss", "waiting", "hint"] as const

export type Urgency = (typeof URGENCIES)[number]

/**
 * All kinds of issues, each with its urgency. Those with `alert` need a fix: they are shown, and sent as alerts with these texts. The others
 * are a person's decision or wait for one: they are only shown. The SQL that finds them is in
 * `src/features/monitoring/issues.ts`.
 */
export const ISSUES = {
  disconnected: {
    urgency: "loss",
    alert: {
      what: "The connection to the POS has ended",
      toDo: "Enter a new API key in the connection's settings. Sales made meanwhile are imported automatically.",
    },
  },
  pos_unreachable: {
    urgency: "loss",
    alert: {
      what: "The POS does not answer",
      toDo: "Check whether the POS has an outage and whether the store's server can reach it. Waiting changes are sent automatically.",
    },
  },
  tables_unknown: {
    urgency: "loss",
    alert: {
      what: "The plugin does not know the database tables of this Medusa version",
      toDo: "Nothing is written, and received events are kept. Install a newer version of the plugin, or go back to the previous Medusa version.",
    },
  },
  tables_by_services: {
    urgency: "hint",
    alert: {
      what: "Medusa's services read or write orders, stock or products, which takes longer",
      toDo: "The plugin does not know the database tables of this Medusa version. Sales still become orders and move stock, and product changes still reach the POS. Install a newer version of the plugin to get its speed back.",
    },
  },
  store_writes_waiting: {
    urgency: "loss",
    alert: {
      what: "Medusa's services could not write some orders or stock levels",
      toDo: "The reason names what Medusa answered. Each write is tried again; nothing is lost.",
    },
  },
  subscription_failing: {
    urgency: "waiting",
    alert: {
      what: "Notifications do not arrive",
      toDo: "Check that the store's address can be reached from the internet. Until then, sales are imported every five minutes.",
    },
  },
  subscription_keyless: {
    urgency: "waiting",
    alert: {
      what: "Notifications are rejected: the POS has not sent a signing key",
      toDo: "You need to do nothing: the key is stored as soon as the POS sends it. Until then, sales are imported every five minutes.",
    },
  },
  notifications_silent: {
    urgency: "waiting",
    alert: {
      what: "Sales arrive without notifications",
      toDo: "Send a test notification from the connection's settings, and check the proxy and the firewall in front of the store.",
    },
  },
  polling_silent: {
    urgency: "loss",
    alert: {
      what: "Sales could not be fetched from the POS",
      toDo: "Check the connection, and whether the store can reach the POS. Sales with a notification still arrive.",
    },
  },
  cursor_stuck: {
    urgency: "loss",
    alert: {
      what: "Fetching sales is stuck, although there are new ones",
      toDo: "Open the page Reconciliation and compare the last days. You can import missing receipts there.",
    },
  },
  misunderstood: {
    urgency: "waiting",
    alert: {
      what: "A response of the POS could not be read",
      toDo: "Report the reason to the plugin's developers: the POS API may have changed.",
    },
  },
  customer_status: {
    urgency: "loss",
    alert: {
      what: "The POS has not accepted the organization",
      toDo: "Contact the support of the POS.",
    },
  },
  credentials_end: {
    urgency: "waiting",
    alert: {
      what: "The API key expires soon",
      toDo: "Create another key at the POS, and enter it in the connection's settings before that day.",
    },
  },
  time_zone_missing: {
    urgency: "hint",
    alert: {
      what: "The time zone of the organization is not known",
      toDo: "Days of reports and accounting end at midnight UTC. Choose the time zone in the connection's settings before you close days.",
    },
  },
  location_deleted: {
    urgency: "loss",
    alert: {
      what: "A stock location of the connection has been deleted",
      toDo: "Its stock is neither sent nor moved. Remove it from the additional locations, or, if it is the connection's own, disconnect, keep the data, and connect again with another one. Sales still become orders.",
    },
  },
  channel_deleted: {
    urgency: "hint",
    alert: {
      what: "The sales channel of the connection has been deleted",
      toDo: "New orders still name it. Disconnect, keep the data, and connect again with another sales channel.",
    },
  },
  workers_silent: {
    urgency: "loss",
    alert: {
      what: "No background worker is running",
      toDo: "Start a worker. No data is lost.",
    },
  },
  scheduler_silent: {
    urgency: "hint",
    alert: {
      what: "Scheduled jobs no longer run",
      toDo: "Restart a worker. Until then, the workers run the jobs by their own timer.",
    },
  },
  inbox_waiting: {
    urgency: "loss",
    alert: {
      what: "Events are waiting and not processed",
      toDo: "Open the page Events: the oldest waiting event shows the reason. Check that a worker runs and that the database answers.",
    },
  },
  dead_entries: {
    urgency: "loss",
    alert: {
      what: "Events have failed",
      toDo: "Open the page Events and filter by Failed: each event shows its reason. Retry them there.",
    },
  },
  pending_refunds: {
    urgency: "waiting",
    alert: {
      what: "Refunds are waiting for their sales",
      toDo: "Open the page Receipts and filter by waiting. Sales that the POS still has are imported automatically.",
    },
  },
  products_waiting: {
    urgency: "waiting",
    alert: {
      what: "Products are waiting to be sent to the POS",
      toDo: "Open the page Catalog. Check that a worker runs and that the POS answers.",
    },
  },
  stock_waiting: {
    urgency: "waiting",
    alert: {
      what: "Stock changes are waiting to be sent to the POS",
      toDo: "Open the page Catalog. Check that a worker runs and that the POS answers.",
    },
  },
  runs_standing: {
    urgency: "waiting",
    alert: {
      what: "A run is stuck",
      toDo: "The run shows the reason, and resumes automatically when it no longer applies. Otherwise cancel the run.",
    },
  },
  stock_errors: {
    urgency: "waiting",
    alert: {
      what: "The stock of some variants could not be sent",
      toDo: "The page Catalog shows the reason for each product.",
    },
  },
  changes_held: {
    urgency: "waiting",
    alert: {
      what: "Many products would change at the POS at once, and the changes are held",
      toDo: "Open the page Held changes: it shows what would change. Send the changes, or restore the values of the POS.",
    },
  },
  stock_differs: {
    urgency: "waiting",
    alert: {
      what: "The store and the POS have different stock",
      toDo: "Open the page Stock differences and decide which level is right.",
    },
  },
  money_differs: {
    urgency: "loss",
    alert: {
      what: "Receipts, orders or payouts differ",
      toDo: "Open the page Reconciliation: it shows the likely cause of each difference and offers a fix.",
    },
  },
  stock_check_overdue: {
    urgency: "hint",
    alert: {
      what: "Stock has not been compared with the POS for more than a day",
      toDo: "Movements of the POS still arrive. Open the page Stock differences and compare the levels; the run shows why it fails.",
    },
  },
  gift_cards_stale: {
    urgency: "hint",
    alert: {
      what: "Balances of gift cards could not be read from the POS",
      toDo: "The last balances are kept. Check whether the POS answers; the cards are read again automatically.",
    },
  },
  payouts_stale: {
    urgency: "hint",
    alert: {
      what: "Payouts could not be read from the POS",
      toDo: "The page Payouts shows the reason. The account is read again automatically, and nothing is lost.",
    },
  },
  gift_cards_missing: {
    urgency: "loss",
    alert: {
      what: "The POS no longer knows gift cards that still have a balance",
      toDo: "Their last balances are kept and count as liability. Check whether the cards were deleted at the POS, and contact its support.",
    },
  },
  plan_waiting: { urgency: "waiting", alert: null },
  paused: { urgency: "waiting", alert: null },
  rejected_products: { urgency: "waiting", alert: null },
  price_source_deleted: { urgency: "waiting", alert: null },
} as const satisfies Record<string, { urgency: Urgency; alert: AlertText | null }>

export type IssueKind = keyof typeof ISSUES
export type AlertKind = {
  [Kind in IssueKind]: (typeof ISSUES)[Kind]["alert"] extends AlertText ? Kind : never
}[IssueKind]

export const ISSUE_KINDS = getKeys(ISSUES)

export const isAlert = (kind: IssueKind): kind is AlertKind => ISSUES[kind].alert !== null

/** Kinds of issues that are sent as alerts. */
export const ALERT_KINDS = ISSUE_KINDS.filter(isAlert)

/** Streams of data between the store and the POS, whose freshness is shown. `in`: from the POS into the store. */
export const STREAMS = [
  "products_out",
  "stock_out",
  "sales_in",
  "refunds_in",
  "stock_in",
  "gift_cards",
  "payouts",
] as const

export type Stream = (typeof STREAMS)[number]

/**
 * State of a stream. `fresh`: nothing waits; `waiting`: something waits, or the last attempt failed; `partial`: some
 * records could not be synced and wait for a person; `stale`: it is older than its limit, and an alert is raised;
 * `off`: it is not synced.
 */
export const STREAM_STATES = ["fresh", "waiting", "partial", "stale", "off"] as const

export type StreamState = (typeof STREAM_STATES)[number]

/** Attempts that are recorded. `sales_in`: purchases were polled; `stock_check`: levels were compared. */
export const ATTEMPT_KINDS = ["products_out", "stock_out", "sales_in", "stock_in", "stock_check", "gift_cards"] as const

export type AttemptKind = (typeof ATTEMPT_KINDS)[number]

/** The issues of which at least one is raised when a stream is stale. */
export const STREAM_ISSUES = {
  products_out: ["products_waiting"],
  stock_out: ["stock_waiting"],
  sales_in: ["polling_silent", "inbox_waiting", "store_writes_waiting"],
  refunds_in: ["polling_silent", "inbox_waiting", "pending_refunds", "store_writes_waiting"],
  stock_in: ["stock_check_overdue", "inbox_waiting", "store_writes_waiting"],
  gift_cards: ["gift_cards_stale"],
  payouts: ["payouts_stale"],
} as const satisfies Record<Stream, readonly IssueKind[]>
