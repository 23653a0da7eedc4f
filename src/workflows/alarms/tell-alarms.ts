import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { PosOptions } from "../../modules/pos/options"
import { FEED_CHANNEL } from "../../modules/pos/options-schema"
import { leaseUntil } from "../../modules/pos/queue-terms"
import { claimAlarms, type ClaimedAlarm, noteTold, noteUntold } from "../../modules/pos/queries/attention/alarms"
import { reasonOf } from "../queue/reason-of"
import { nextAttemptAt } from "../queue/retry"
import { ALARM_WORDS } from "./words"

type Alerts = NonNullable<PosOptions["alerts"]>

const MINUTE_MS = 60_000

/** A provider that has not answered by then counts as failed, so that the next alarm is not held up. */
const PATIENCE_MS = 30_000

/** What a provider for mail or chat finds its template by; the admin's feed has one of its own. */
const TEMPLATE = "pos-alarm"
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
 * Tells of what began and ended, each once: whoever claims it tells it. A provider that fails is tried again later; that
 * is noted and goes no further.
 */
export async function tellAlarms(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { alerts } = await pos.getOptions()
  if (alerts === null) {
    return
  }
  const claimed = await pos.query((sql, now) =>
    claimAlarms(sql, {
      ...{ now, until: leaseUntil("alarms", now) },
      raisedBefore: new Date(now.getTime() - alerts.after * MINUTE_MS),
    })
  )
  for (const alarm of claimed) {
    try {
      await tell(container, alerts, alarm)
      await pos.query((sql, now) => noteTold(sql, alarm, now))
    } catch (error) {
      const reason = reasonOf(error)
      container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the alarm ${alarm.kind} was not sent: ${reason}`)
      const next = nextAttemptAt("alarms", await pos.now(), alarm.attempts)
      await pos.query((sql) => noteUntold(sql, alarm.id, reason, next))
    }
  }
}

async function tell(container: MedusaContainer, { channel, to }: Alerts, alarm: ClaimedAlarm): Promise<void> {
  const { title, description } = describe(alarm)
  const { id: _id, attempts, ...told } = alarm
  const patience = new AbortController()
  const silent = sleep(PATIENCE_MS, null, { signal: patience.signal }).then(() => {
    throw new ProviderSilentError()
  })
  const sent = container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to, channel, template: channel === FEED_CHANNEL ? FEED_TEMPLATE : TEMPLATE },
    data: {
      title,
      description,
      ...told,
      since: alarm.since.toISOString(),
      ended_at: alarm.ended_at?.toISOString() ?? null,
    },
    content: { subject: title, text: description },
    // Medusa sends no key again, whatever became of it: a further attempt is another.
    idempotency_key: `pos:alarm:${alarm.id}:${alarm.ended_at ? "ended" : "began"}:${attempts}`,
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

/** The message; it goes to people who may not have the admin before them. */
function describe({ kind, count, reason, since, ended_at, organization_name }: ClaimedAlarm) {
  const { what, toDo } = ALARM_WORDS[kind]
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
