import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/sealed-secret"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { apiKeyExpiry, apiKeyScopes, decodeApiKey } from "../../pos-api/client"
import { readConnectionHealth } from "./connection-status"
import { checkScopes, RECOMMENDED_SCOPES, getDestination } from "../connection"
import { examine, type Finding, type CheckResult } from "./doctor-report"
import { readUsedBudgets } from "./gauges"
import { shareLeft } from "./metrics"

const DAY_MS = 86_400_000
const ENDS_SOON_DAYS = 30

const NEW_KEY = "Settings › Point of sale › the connection: Replace API key, or sign in again."

/** Checks one connection: its credentials, its subscription at the POS, and its backlog. */
export async function examineConnection(container: MedusaContainer, connection: ConnectionRecord): Promise<Finding[]> {
  if (connection.state === "disconnected") {
    return examine(connection.id, [{ check: "connection", look: async () => checkExpiry(connection) }])
  }
  return examine(connection.id, [
    { check: "connection", look: async () => checkState(container, connection) },
    { check: "key", look: async () => checkApiKey(container, connection) },
    { check: "service", look: async () => checkPosApi(container, connection) },
    { check: "subscription", look: async () => checkSubscription(container, connection) },
    { check: "polls", look: async () => checkPolls(container, connection) },
    { check: "backlog", look: async () => checkBacklog(container, connection) },
    { check: "budget", look: async () => checkRateLimit(container, connection) },
  ])
}

/**
 * Explains why a connection is disconnected. After a disconnect by hand it has no credentials; otherwise it has some
 * that no longer work.
 */
async function checkExpiry({ api_key_sealed, authorization_id }: ConnectionRecord): Promise<CheckResult> {
  return (api_key_sealed ?? authorization_id) === null
    ? {
        state: "notice",
        message: "A person has disconnected it",
        fix: "To use it again, connect the organization again.",
      }
    : { state: "failed", message: "The POS no longer accepts its credentials", fix: NEW_KEY }
}

async function checkState(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const now = await container.resolve(POS_MODULE).now()
  const resting = connection.circuit_open_until !== null && connection.circuit_open_until > now
  const facts = { state: connection.state, resting, currency: connection.currency_code, stock: connection.stock_sync }
  if (connection.state === "paused") {
    return {
      state: "notice",
      message: "The connection is paused",
      fix: "To resume it, select Resume connection.",
      facts,
    }
  }
  return resting
    ? {
        state: "notice",
        message: "Calls are paused after a failure of the POS",
        fix: "Nothing: they resume automatically.",
        facts,
      }
    : { message: "The connection is active", facts }
}

async function checkApiKey(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const pos = container.resolve(POS_MODULE)
  if (connection.api_key_sealed === null) {
    return { message: "A sign-in; its scopes are granted all or none", facts: { credentials: "sign-in" } }
  }
  const claims = decodeApiKey(await pos.open(associatedData.apiKey(connection.id), connection.api_key_sealed))
  const scopes = apiKeyScopes(claims)
  const ends = apiKeyExpiry(claims)
  checkScopes(scopes)
  const missing = scopes ? RECOMMENDED_SCOPES.filter((scope) => !scopes.includes(scope)) : []
  const days = ends === null ? null : Math.floor((ends.getTime() - (await pos.now()).getTime()) / DAY_MS)
  const facts = { credentials: "api-key", days_left: days, missing: missing.join(" ") }
  if (days !== null && days < 0) {
    return { state: "failed", message: "The API key has expired", fix: NEW_KEY, facts }
  }
  if (days !== null && days < ENDS_SOON_DAYS) {
    return { state: "notice", message: `The API key expires in ${days} days`, fix: NEW_KEY, facts }
  }
  return missing.length > 0
    ? { state: "notice", message: `The key lacks ${missing.join(", ")}`, fix: "Create one with all scopes.", facts }
    : { message: "The key can be decrypted and has all scopes", facts }
}

async function checkPosApi(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const client = await container.resolve(POS_MODULE).clientOf(connection.id)
  await client.products.categories()
  await client.purchases.list({ limit: 1 })
  return { message: "The POS accepts the credentials, and returns products and purchases" }
}

async function checkSubscription(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connection.id })
  const fix =
    "A worker creates it within five minutes. To create it now, open Settings › Point of sale › the connection › Check now."
  if (!stored) {
    return { state: "failed", message: "There is no webhook subscription", fix }
  }
  const listed = await (await pos.clientOf(connection.id)).subscriptions.list()
  const remote = listed.find(({ uuid }) => uuid === stored.subscription_uuid)
  const key = await pos.openSigningKey(connection.id, stored.signing_key_sealed)
  const facts = {
    there: remote !== undefined,
    status: remote?.status ?? null,
    has_key: key !== null,
    listed: listed.length,
  }
  if (!remote) {
    return { state: "failed", message: "The POS no longer has the subscription", fix, facts }
  }
  if (key === null) {
    return { state: "failed", message: "Its signing key is unknown, so notifications are rejected", fix, facts }
  }
  if (remote.destination !== getDestination(await pos.getOptions(), connection.id)) {
    return { state: "failed", message: "Its destination is not the address in publicUrl", fix, facts }
  }
  return remote.status === "ACTIVE"
    ? { message: `It is active, with ${remote.eventNames.length} events`, facts }
    : {
        state: "failed",
        message: `The POS reports the status ${remote.status}`,
        facts,
        fix: "The POS could not reach the store. See the check `address`, then select Check now.",
      }
}

/** Seconds without a poll that are a problem; purchases are polled every five minutes. */
const POLL_SECONDS = 3_600

async function checkPolls(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const now = await container.resolve(POS_MODULE).now()
  const lastRequestAt = connection.purchases_polled_at ?? connection.created_at
  const seconds = Math.round((now.getTime() - lastRequestAt.getTime()) / 1_000)
  const gaps = connection.purchase_gaps?.open
  const facts = { seconds, gaps: Array.isArray(gaps) ? gaps.length : 0 }
  return seconds <= POLL_SECONDS || connection.state === "paused"
    ? { message: `Purchases were fetched ${seconds} s ago`, facts }
    : {
        state: "failed",
        message: `Purchases were last fetched ${seconds} s ago`,
        facts,
        fix: "See the checks `workers` and `service`, then select Check now.",
      }
}

async function checkBacklog(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const health = await readConnectionHealth(container, connection.id, now)
  const oldest = health?.inbox_oldest_pending_at ?? null
  const facts = {
    inbox_pending: health?.inbox_pending ?? 0,
    inbox_dead: health?.inbox_dead ?? 0,
    oldest_seconds: oldest && Math.round((now.getTime() - oldest.getTime()) / 1_000),
    products_due: health?.products_due ?? 0,
    stock_due: health?.stock_due ?? 0,
    stock_errors: health?.stock_errors ?? 0,
    refused_notifications: health?.refused_notifications ?? 0,
  }
  const { monitoring } = await pos.getOptions()
  const message =
    `Events: ${facts.inbox_pending} waiting, ${facts.inbox_dead} failed. Waiting to be sent: ${facts.products_due} products, ` +
    `stock of ${facts.stock_due} variants`
  if ((facts.oldest_seconds ?? 0) > monitoring.readyAfterSeconds && connection.state === "active") {
    const fix = "See the check `workers`, and the reasons in Point of sale › Events."
    return {
      state: "failed",
      message: `${message}; the oldest event has waited for ${facts.oldest_seconds} s`,
      fix,
      facts,
    }
  }
  return facts.inbox_dead > 0
    ? {
        state: "notice",
        message,
        fix: "Open Point of sale › Events and filter by Failed: each event shows its reason.",
        facts,
      }
    : { message, facts }
}

async function checkRateLimit(container: MedusaContainer, connection: ConnectionRecord): Promise<CheckResult> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const { rateLimits } = await pos.getOptions()
  const owner = connection.authorization_id ?? connection.id
  const used = await pos.query((sql) => readUsedBudgets(sql, now, owner))
  const shareOfLimit = shareLeft(rateLimits, used, now)
  const facts = Object.fromEntries(shareOfLimit.map(([name, share]) => [name, Math.round(share * 100) / 100]))
  const spent = shareOfLimit.filter(([, share]) => share === 0).map(([name]) => name)
  return spent.length > 0
    ? {
        state: "notice",
        message: `The rate limit is used up at the moment for ${spent.join(", ")}`,
        facts,
        fix: "Nothing: bulk calls wait. If it remains so, check the option rateLimits.",
      }
    : { message: shareOfLimit.length === 0 ? "No rate limit is set" : "The rate limits are not used up", facts }
}
