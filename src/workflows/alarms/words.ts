import type { AlarmKind } from "../../vocabulary/attention"

/** An alarm in words, for whoever is called at night: what is wrong, and what to do. */
export const ALARM_WORDS: Record<AlarmKind, { what: string; toDo: string }> = {
  disconnected: {
    what: "The till is disconnected",
    toDo: "Enter a new key in the connection's settings. What was sold meanwhile is fetched by itself.",
  },
  pos_unreachable: {
    what: "The POS does not answer",
    toDo: "Check whether the POS has an outage and whether the server of the shop reaches it. What waits is transferred by itself.",
  },
  tables_unknown: {
    what: "This version of Medusa has other tables than the plugin knows",
    toDo: "Nothing is written, everything is kept. Install a newer plugin, or go back to the former Medusa.",
  },
  subscription_failing: {
    what: "Notifications do not arrive",
    toDo: "Check that the shop's address answers from the internet. Sales are fetched every five minutes meanwhile.",
  },
  subscription_keyless: {
    what: "Notifications are refused: the service told no signing key",
    toDo: "Nothing; the key is taken over as soon as the service tells it. Sales are fetched every five minutes meanwhile.",
  },
  notifications_silent: {
    what: "Sales are found by asking only: no notification tells of them",
    toDo: "Send a test notification from the connection's settings, and check proxy and firewall before the shop.",
  },
  polling_silent: {
    what: "The service could not be asked for sales",
    toDo: "Check the connection, and whether the shop reaches the service. Sales that notifications tell of still arrive.",
  },
  cursor_stuck: {
    what: "Asking for sales does not come on, although there are some",
    toDo: "Compare the money of the last days on the page Money; what is missing is brought in from there.",
  },
  misunderstood: {
    what: "An answer of the service is not understood",
    toDo: "Look at the reason, and report it: the service may have changed.",
  },
  customer_status: {
    what: "The service has not accepted the organisation",
    toDo: "The merchant has to settle it with the service.",
  },
  credentials_end: {
    what: "The API key is about to end",
    toDo: "Make another key at the service and enter it in the connection's settings before that day.",
  },
  location_deleted: {
    what: "A stock location of the connection has been deleted",
    toDo: "Its stock is neither sent nor moved. Remove it from the additional locations, or, if it is the connection's own, disconnect, keep the data, and connect again with another one. Sales still become orders.",
  },
  channel_deleted: {
    what: "The sales channel of the connection has been deleted",
    toDo: "New orders still name it. Disconnect, keep the data, and connect again with another sales channel.",
  },
  workers_silent: {
    what: "No process does background work",
    toDo: "Start a worker. Nothing is lost.",
  },
  scheduler_silent: {
    what: "Scheduled jobs are no longer called",
    toDo: "Restart a worker; until then the workers do it by their own clock.",
  },
  inbox_waiting: {
    what: "Notifications wait and are not handled",
    toDo: "Look at the inbox: the oldest that waits says why. See that a worker runs and the database answers.",
  },
  dead_entries: {
    what: "Notifications gave up",
    toDo: "Look at the inbox, Gave up: each says why. Replay them there.",
  },
  pending_refunds: {
    what: "Refunds wait for their sales",
    toDo: "Look at the receipts that wait. What the service still has is fetched by itself.",
  },
  products_waiting: {
    what: "Products wait to be sent to the counter",
    toDo: "Look at the catalogue, and whether a worker runs and the service answers.",
  },
  stock_waiting: {
    what: "Stock waits to be sent to the counter",
    toDo: "Look at the catalogue, and whether a worker runs and the service answers.",
  },
  runs_standing: {
    what: "A run stands still",
    toDo: "Its reason stands with it. It goes on by itself when that has passed; cancel it if it never will.",
  },
  stock_errors: {
    what: "The stock of some variants could not be sent",
    toDo: "The catalogue says why, product by product.",
  },
  stock_differs: {
    what: "The shop and the counter have different stock",
    toDo: "Decide on the page Stock which side is right.",
  },
  money_differs: {
    what: "Receipts, orders or payouts differ",
    toDo: "The page Money shows each with its likely cause; mend it there.",
  },
}
