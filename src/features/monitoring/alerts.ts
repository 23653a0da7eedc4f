import type { MedusaContainer } from "@medusajs/framework/types"
import { setTimeout as sleep } from "node:timers/promises"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { ALERT_KINDS, type AlertKind } from "../../contract/monitoring"
import { POS_MODULE } from "../../modules/pos"
import type { PosOptions } from "../../modules/pos/options"
import { FEED_CHANNEL } from "../../modules/pos/options-schema"
import { leaseUntil } from "../../modules/pos/queue-policies"
import { withLease } from "../../runtime/claims"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import { readAttention } from "./connection-status"
import { claimAlerts, type ClaimedAlert, storeAlerts, recordNotified, recordNotNotified, observe } from "./alert-store"

const isAlert = (kind: string): kind is (typeof ALERT_KINDS)[number] => ALERT_KINDS.some((one) => one === kind)

/**
 * Checks for stalled work, raises and ends alerts, and sends them. A lease ensures that one process does it at a time.
 * A concurrent second one would still not raise or send anything twice.
 */
export async function checkAlerts(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await withLease(container, "alerts", async () => {
    await pos.query(observe)
    const attention = await readAttention(container)
    const found = attention.flatMap(({ kind, connection_id, count, reason, since }) =>
      isAlert(kind) ? [{ kind, connection_id, count, reason, since }] : []
    )
    await pos.query((sql, now) => storeAlerts(sql, found, now))
    await notifyAlerts(container)
  })
}

type Alerts = NonNullable<PosOptions["alerts"]>

const MINUTE_MS = 60_000

/** Timeout of a notification provider in milliseconds, so that one alert does not delay the next. */
const PATIENCE_MS = 30_000

/** Template name for mail or chat providers; the admin's feed has its own. */
const TEMPLATE = "pos-alert"
const FEED_TEMPLATE = "admin-ui"

class ProviderSilentError extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.UNEXPECTED_STATE,
      `The notification provider did not answer in ${PATIENCE_MS / 1_000} seconds`
    )
  }
}

/**
 * Sends claimed alerts, each once. When a provider fails, the alert is retried later; the failure is recorded and not
 * thrown.
 */
async function notifyAlerts(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { alerts } = await pos.getOptions()
  if (alerts === null) {
    return
  }
  const claimed = await pos.query((sql, now) =>
    claimAlerts(sql, {
      now,
      until: leaseUntil("alerts", now),
      raisedBefore: new Date(now.getTime() - alerts.after * MINUTE_MS),
    })
  )
  for (const alert of claimed) {
    try {
      await sendAlert(container, alerts, alert)
      await pos.query((sql, now) => recordNotified(sql, alert, now))
    } catch (error) {
      const reason = getErrorMessage(error)
      container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the alert ${alert.kind} was not sent: ${reason}`)
      const next = nextAttemptAt("alerts", await pos.now(), alert.attempts)
      await pos.query((sql) => recordNotNotified(sql, alert.id, reason, next))
    }
  }
}

async function sendAlert(container: MedusaContainer, { channel, to }: Alerts, alert: ClaimedAlert): Promise<void> {
  const { title, description } = describe(alert)
  const { id: _id, attempts, ...details } = alert
  const patience = new AbortController()
  const silent = sleep(PATIENCE_MS, null, { signal: patience.signal }).then(() => {
    throw new ProviderSilentError()
  })
  const sent = container.resolve(Modules.NOTIFICATION).createNotifications({
    to,
    channel,
    template: channel === FEED_CHANNEL ? FEED_TEMPLATE : TEMPLATE,
    data: {
      title,
      description,
      ...details,
      since: alert.since.toISOString(),
      ended_at: alert.ended_at?.toISOString() ?? null,
    },
    content: { subject: title, text: description },
    // Medusa never sends the same key twice, even after a failure, so each attempt has its own.
    idempotency_key: `pos:alert:${alert.id}:${alert.ended_at ? "ended" : "began"}:${attempts}`,
  })
  try {
    await Promise.race([sent, silent])
  } finally {
    patience.abort()
    silent.catch(() => undefined)
    sent.catch(() => undefined)
  }
}

const toMinute = (at: Date) => `${at.toISOString().slice(0, "YYYY-MM-DDThh:mm".length).replace("T", " ")} UTC`

/** Composes the message for recipients who may not have the admin open. */
function describe({ kind, count, reason, since, ended_at, organization_name }: ClaimedAlert) {
  const { what, toDo } = ALERT_TEXTS[kind]
  const of = organization_name ? ` (${organization_name})` : ""
  if (ended_at) {
    return {
      title: `Point of sale${of}: resolved: ${what}`,
      description: `From ${toMinute(since)} until ${toMinute(ended_at)}.`,
    }
  }
  const facts = [`Since ${toMinute(since)}.`, count > 1 ? `${count} of them.` : null, reason, toDo]
  return { title: `Point of sale${of}: ${what}`, description: facts.filter((fact) => fact !== null).join(" ") }
}

/** Texts of alerts for recipients: what is wrong, and what to do. */
const ALERT_TEXTS: Record<AlertKind, { what: string; toDo: string }> = {
  disconnected: {
    what: "The connection to the POS has ended",
    toDo: "Enter a new API key in the connection's settings. Sales made meanwhile are imported automatically.",
  },
  pos_unreachable: {
    what: "The POS does not answer",
    toDo: "Check whether the POS has an outage and whether the store's server can reach it. Waiting changes are sent automatically.",
  },
  tables_unknown: {
    what: "The plugin does not know the database tables of this Medusa version",
    toDo: "Nothing is written, and received events are kept. Install a newer version of the plugin, or go back to the previous Medusa version.",
  },
  subscription_failing: {
    what: "Notifications do not arrive",
    toDo: "Check that the store's address can be reached from the internet. Until then, sales are imported every five minutes.",
  },
  subscription_keyless: {
    what: "Notifications are rejected: the POS has not sent a signing key",
    toDo: "You need to do nothing: the key is stored as soon as the POS sends it. Until then, sales are imported every five minutes.",
  },
  notifications_silent: {
    what: "Sales arrive without notifications",
    toDo: "Send a test notification from the connection's settings, and check the proxy and the firewall in front of the store.",
  },
  polling_silent: {
    what: "Sales could not be fetched from the POS",
    toDo: "Check the connection, and whether the store can reach the POS. Sales with a notification still arrive.",
  },
  cursor_stuck: {
    what: "Fetching sales is stuck, although there are new ones",
    toDo: "Open the page Reconciliation and compare the last days. You can import missing receipts there.",
  },
  misunderstood: {
    what: "A response of the POS could not be read",
    toDo: "Report the reason to the plugin's developers: the POS API may have changed.",
  },
  customer_status: {
    what: "The POS has not accepted the organization",
    toDo: "Contact the support of the POS.",
  },
  credentials_end: {
    what: "The API key expires soon",
    toDo: "Create another key at the POS, and enter it in the connection's settings before that day.",
  },
  time_zone_missing: {
    what: "The time zone of the organization is not known",
    toDo: "Days of reports and accounting end at midnight UTC. Choose the time zone in the connection's settings before you close days.",
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
    what: "No background worker is running",
    toDo: "Start a worker. No data is lost.",
  },
  scheduler_silent: {
    what: "Scheduled jobs no longer run",
    toDo: "Restart a worker. Until then, the workers run the jobs by their own timer.",
  },
  inbox_waiting: {
    what: "Events are waiting and not processed",
    toDo: "Open the page Events: the oldest waiting event shows the reason. Check that a worker runs and that the database answers.",
  },
  dead_entries: {
    what: "Events have failed",
    toDo: "Open the page Events and filter by Failed: each event shows its reason. Retry them there.",
  },
  pending_refunds: {
    what: "Refunds are waiting for their sales",
    toDo: "Open the page Receipts and filter by waiting. Sales that the POS still has are imported automatically.",
  },
  products_waiting: {
    what: "Products are waiting to be sent to the POS",
    toDo: "Open the page Catalog. Check that a worker runs and that the POS answers.",
  },
  stock_waiting: {
    what: "Stock changes are waiting to be sent to the POS",
    toDo: "Open the page Catalog. Check that a worker runs and that the POS answers.",
  },
  runs_standing: {
    what: "A run is stuck",
    toDo: "The run shows the reason, and resumes automatically when it no longer applies. Otherwise cancel the run.",
  },
  stock_errors: {
    what: "The stock of some variants could not be sent",
    toDo: "The page Catalog shows the reason for each product.",
  },
  stock_differs: {
    what: "The store and the POS have different stock",
    toDo: "Open the page Stock differences and decide which level is right.",
  },
  money_differs: {
    what: "Receipts, orders or payouts differ",
    toDo: "Open the page Reconciliation: it shows the likely cause of each difference and offers a fix.",
  },
  gift_cards_missing: {
    what: "The POS no longer knows gift cards that still have a balance",
    toDo: "Their last balances are kept and count as liability. Check whether the cards were deleted at the POS, and contact its support.",
  },
}
