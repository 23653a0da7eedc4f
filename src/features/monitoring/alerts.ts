import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isAlert, ISSUES } from "../../contract/monitoring"
import { POS_MODULE } from "../../modules/pos"
import type { PosOptions } from "../../modules/pos/options"
import { FEED_CHANNEL } from "../../modules/pos/options-schema"
import { leaseUntil } from "../../modules/pos/queue-policies"
import { withLease } from "../../runtime/claims"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import { sendNotification } from "../../runtime/send-notification"
import { listIssues } from "./connection-status"
import { claimAlerts, type ClaimedAlert, storeAlerts, recordNotified, recordNotNotified, observe } from "./alert-store"

/**
 * Checks for stalled work, raises and ends alerts, and sends them. A lease ensures that one process does it at a time.
 * A concurrent second one would still not raise or send anything twice.
 * @returns whether there is nothing to report, neither a beginning nor an end; false when another process checks
 */
export async function checkAlerts(container: MedusaContainer): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const isQuiet = await withLease(container, "alerts", async () => {
    await pos.query(observe)
    const issues = await listIssues(container)
    const alerts = issues.flatMap(({ kind, connection_id, count, reason, since }) =>
      isAlert(kind) ? [{ kind, connection_id, count, reason, since }] : []
    )
    await pos.query((sql, now) => storeAlerts(sql, alerts, now))
    await notifyAlerts(container)
    return alerts.length === 0 && (await pos.listPosAlerts({}, { take: 1, select: ["id"] })).length === 0
  })
  return isQuiet ?? false
}

type Alerts = NonNullable<PosOptions["alerts"]>

const MINUTE_MS = 60_000

/** Template name for mail or chat providers; the admin's feed has its own. */
const TEMPLATE = "pos-alert"
const FEED_TEMPLATE = "admin-ui"

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
  await sendNotification(container, {
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
}

const toMinute = (at: Date) => `${at.toISOString().slice(0, "YYYY-MM-DDThh:mm".length).replace("T", " ")} UTC`

/** Composes the message for recipients who may not have the admin open. */
function describe({ kind, count, reason, since, ended_at, organization_name }: ClaimedAlert) {
  const { what, toDo } = ISSUES[kind].alert
  const suffix = organization_name ? ` (${organization_name})` : ""
  if (ended_at) {
    return {
      title: `Point of sale${suffix}: resolved: ${what}`,
      description: `From ${toMinute(since)} until ${toMinute(ended_at)}.`,
    }
  }
  const facts = [`Since ${toMinute(since)}.`, count > 1 ? `${count} of them.` : null, reason, toDo]
  return { title: `Point of sale${suffix}: ${what}`, description: facts.filter((fact) => fact !== null).join(" ") }
}
