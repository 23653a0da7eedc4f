import { createHash } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Language } from "../../contract/languages"
import { languageOfCountry } from "../../contract/receipts"
import { shiftDay } from "../../contract/time"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosOptions } from "../../modules/pos/options"
import { FEED_CHANNEL } from "../../modules/pos/options-schema"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { leaseUntil } from "../../modules/pos/queue-policies"
import { getErrorMessage } from "../../runtime/errors"
import { nextAttemptAt } from "../../runtime/retry"
import { notifyAdmin, ProviderSilentError, sendNotification } from "../../runtime/send-notification"
import { composeDigest, type DigestFacts, type WrittenDigest } from "./compose-mapping"
import {
  claimDigest,
  type ClaimedDigest,
  readConnectionDays,
  readLatestDigests,
  recordDigestFailure,
  recordDigestSent,
} from "./store"
import { readWebSales } from "../../medusa/web-sales"
import { getTableAccess } from "../../runtime/schema-compatibility"
import { listIssues } from "../monitoring"

/** Reads what a digest says now: the last complete day of each connection, and what is open. */
async function readDigestFacts(container: MedusaContainer, connections: ConnectionRecord[]): Promise<DigestFacts> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const days = connections.map(({ id, time_zone }) => {
    const timeZone = knownTimeZone(time_zone)
    return { connection_id: id, day: getYesterday(now, timeZone), time_zone: timeZone }
  })
  const facts = await pos.query((sql) => readConnectionDays(sql, days))
  const issues = await listIssues(container)
  return {
    stores: connections.flatMap((connection) => {
      const factsOfConnection = facts.find(({ connection_id }) => connection_id === connection.id)
      const day = days.find(({ connection_id }) => connection_id === connection.id)?.day
      return factsOfConnection && day !== undefined
        ? [{ name: getName(connection), currencyCode: connection.currency_code, day, facts: factsOfConnection }]
        : []
    }),
    online: await readOnline(container, connections, now),
    issues: issues.map(({ kind, organization_name, count, since }) => ({
      kind,
      name: organization_name,
      count,
      since,
    })),
  }
}

const getName = ({ organization_name, organization_uuid }: ConnectionRecord) => organization_name ?? organization_uuid

/** Reads the web sales of each currency, on the last complete day of its first connection. */
async function readOnline(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  now: Date
): Promise<DigestFacts["online"]> {
  if ((await getTableAccess(container, "reports")) === "paused") {
    return null
  }
  const zones = new Map<string, string>()
  for (const { currency_code, time_zone } of connections) {
    zones.set(currency_code, zones.get(currency_code) ?? knownTimeZone(time_zone))
  }
  return container.resolve(POS_MODULE).query(async (sql) => {
    const online: NonNullable<DigestFacts["online"]> = []
    for (const [currencyCode, timeZone] of zones) {
      const day = getYesterday(now, timeZone)
      const sold = await readWebSales(sql, { currencyCode, timeZone, days: 2, now })
      const { amount = 0, orders = 0 } = sold.find((webDay) => webDay.day === day) ?? {}
      online.push({ currencyCode, day, amount, orders })
    }
    return online
  })
}

type Recipient = PosOptions["digest"][number]

/** A recipient with the defaults of the first connection, and the key of its rows, which does not show the address. */
type KnownRecipient = { option: Recipient; key: string; timeZone: string; language: Language }

/** Template name for mail or chat providers; the admin's feed has its own. */
const TEMPLATE = "pos-digest"
const FEED_TEMPLATE = "admin-ui"

/** Days for which it is kept which digests were sent. */
const KEPT_DAYS = 30

/**
 * Sends the digests that are due, each once: a row for each recipient and day is claimed before. A failed one is tried
 * again on its day.
 */
export async function sendDigests(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { digest } = await pos.getOptions()
  const connections = digest.length === 0 ? [] : await listConnections(container)
  if (connections.length === 0) {
    return
  }
  for (const recipient of digest.map((option) => describeRecipient(option, connections))) {
    const now = await pos.now()
    const day = getDueDay(now, { hour: recipient.option.hour, timeZone: recipient.timeZone })
    const claimed =
      day &&
      (await pos.query((sql) =>
        claimDigest(sql, { recipient: recipient.key, day, now, until: leaseUntil("alerts", now) })
      ))
    if (day && claimed) {
      await sendClaimed(container, connections, { recipient, day, claimed })
    }
  }
}

/** Connections whose digest makes sense: those that are connected. */
const listConnections = async (container: MedusaContainer): Promise<ConnectionRecord[]> =>
  container
    .resolve(POS_MODULE)
    .listPosConnections({ state: ["active", "paused"] }, { take: null, order: { created_at: "ASC", id: "ASC" } })

function describeRecipient(option: Recipient, [first]: ConnectionRecord[]): KnownRecipient {
  return {
    option,
    key: createHash("sha256")
      .update(JSON.stringify([option.channel, option.to]))
      .digest("hex"),
    timeZone: option.timeZone ?? knownTimeZone(first?.time_zone ?? null),
    language: option.language ?? languageOfCountry(first?.country_code ?? null),
  }
}

async function sendClaimed(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { recipient, day, claimed }: { recipient: KnownRecipient; day: string; claimed: ClaimedDigest }
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  try {
    await send(container, recipient, { day, claimed, written: await write(container, connections, recipient, day) })
    const keptFrom = shiftDay(day, -KEPT_DAYS)
    await pos.query((sql, now) => recordDigestSent(sql, claimed.id, { now, recipient: recipient.key, keptFrom }))
  } catch (error) {
    const failure = getErrorMessage(error)
    // After a timeout it may have been sent, so the next attempt has the same key, which Medusa does not send twice.
    const isKnown = !(error instanceof ProviderSilentError)
    const next = nextAttemptAt("alerts", await pos.now(), claimed.failures + 1)
    await pos.query((sql) => recordDigestFailure(sql, { id: claimed.id, failure, isKnown, nextAttemptAt: next }))
    if (claimed.failures === 0 && recipient.option.channel !== FEED_CHANNEL) {
      await notifyAdmin(container, {
        title: "The daily digest was not sent",
        description: `${failure} It is tried again until the end of the day.`,
        key: `pos-digest-failed-${claimed.id}`,
      })
    } else {
      container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: the daily digest was not sent: ${failure}`)
    }
  }
}

async function write(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { language, timeZone }: Pick<KnownRecipient, "language" | "timeZone">,
  day: string
): Promise<WrittenDigest> {
  const country = connections[0]?.country_code ?? null
  return composeDigest(await readDigestFacts(container, connections), { language, country, timeZone, day })
}

async function send(
  container: MedusaContainer,
  { option: { channel, to }, language }: KnownRecipient,
  { day, claimed, written }: { day: string; claimed: ClaimedDigest; written: WrittenDigest }
): Promise<void> {
  const { subject, sections, text, html } = written
  await sendNotification(container, {
    to,
    channel,
    template: channel === FEED_CHANNEL ? FEED_TEMPLATE : TEMPLATE,
    data: { title: subject, description: text, day, language, sections },
    content: { subject, text, html },
    // Medusa never sends the same key twice. A process that dies while it sends leaves the key for the next attempt; a
    // failure that the provider reported has a key of its own.
    idempotency_key: `pos:digest:${claimed.id}:${claimed.failures}`,
  })
}

/** Lists the recipients with their latest digest, and writes the digest as it would be sent now. */
export async function previewDigest(container: MedusaContainer, choice: { language?: Language | undefined }) {
  const pos = container.resolve(POS_MODULE)
  const { digest } = await pos.getOptions()
  const connections = await listConnections(container)
  const recipients = digest.map((option) => describeRecipient(option, connections))
  const latest = await pos.query((sql) =>
    readLatestDigests(
      sql,
      recipients.map(({ key }) => key)
    )
  )
  const defaults = describeRecipient({ channel: FEED_CHANNEL, to: "", hour: 0 }, connections)
  const { timeZone, language: defaultLanguage } = recipients[0] ?? defaults
  const language = choice.language ?? defaultLanguage
  const day = organizationDate(await pos.now(), timeZone)
  const { subject, text } = await write(container, connections, { language, timeZone }, day)
  return {
    recipients: recipients.map(({ option, key, timeZone: zone, language: theirs }) => {
      const last = latest.find(({ recipient }) => recipient === key)
      return {
        channel: option.channel,
        to: option.to,
        hour: option.hour,
        time_zone: zone,
        language: theirs,
        last: last
          ? { day: last.day, sent_at: last.sent_at, failure: last.failure, next_attempt_at: last.next_attempt_at }
          : null,
      }
    }),
    preview: { language, subject, text },
  }
}

/**
 * Returns the day (ISO date) whose digest is due for a recipient: today in the recipient's time zone from the chosen
 * hour on, else null. Each day has one digest, so clocks that change move it and neither skip nor repeat it.
 */
export function getDueDay(now: Date, { hour, timeZone }: { hour: number; timeZone: string }): string | null {
  const format = new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", hour: "numeric" })
  return Number(format.format(now)) >= hour ? organizationDate(now, timeZone) : null
}

/** Returns the last complete day (ISO date) of a time zone. */
export const getYesterday = (now: Date, timeZone: string): string => shiftDay(organizationDate(now, timeZone), -1)
