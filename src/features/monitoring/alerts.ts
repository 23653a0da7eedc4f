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
      title: `Point of sale${of}: over: ${what}`,
      description: `It was so from ${toMinute(since)} until ${toMinute(ended_at)}.`,
    }
  }
  const facts = [`Since ${toMinute(since)}.`, count > 1 ? `${count} of them.` : null, reason, toDo]
  return { title: `Point of sale${of}: ${what}`, description: facts.filter((fact) => fact !== null).join(" ") }
}

/** Texts of alerts for recipients: what is wrong, and what to do. */
const ALERT_TEXTS: Record<AlertKind, { what: string; toDo: string }> = {
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
    toDo: "Compare the money of the last days on the page Reconciliation; what is missing is brought in from there.",
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
  time_zone_missing: {
    what: "The time zone of the organization is not known",
    toDo: "Days of reports and accounting are cut at midnight UTC. Choose the time zone in the connection's settings, before days are closed.",
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
    toDo: "Decide on the page Stock differences which side is right.",
  },
  money_differs: {
    what: "Receipts, orders or payouts differ",
    toDo: "The page Reconciliation shows each with its likely cause; fix it there.",
  },
  gift_cards_missing: {
    what: "The POS no longer knows gift cards that still have a balance",
    toDo: "Their last balances are kept and count as liability. Check at the POS whether the cards were deleted, and ask its support.",
  },
}
