import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/associated-data"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { apiKeyExpiry, apiKeyScopes, decodeApiKey } from "../../pos-api/client"
import { checkScopes } from "../connection/check-connection"
import { destinationOf } from "../connection/destination"
import { RECOMMENDED_SCOPES } from "../connection/scopes"
import { examine, type Finding, type Looked } from "./finding"
import { lookAtBacklog, lookAtBudget, lookAtPolls } from "./look-at-queues"

const DAY_MS = 86_400_000
const ENDS_SOON_DAYS = 30

const NEW_KEY = "Settings › Point of sale › the connection: New API key, or sign in anew."

/** One connection: its credentials, its subscription at the service, and what waits. */
export async function examineConnection(container: MedusaContainer, connection: ConnectionRecord): Promise<Finding[]> {
  if (connection.state === "disconnected") {
    return examine(connection.id, [{ check: "connection", look: async () => lookAtEnd(connection) }])
  }
  return examine(connection.id, [
    { check: "connection", look: async () => lookAtState(container, connection) },
    { check: "key", look: async () => lookAtKey(container, connection) },
    { check: "service", look: async () => lookAtService(container, connection) },
    { check: "subscription", look: async () => lookAtSubscription(container, connection) },
    { check: "polls", look: async () => lookAtPolls(container, connection) },
    { check: "backlog", look: async () => lookAtBacklog(container, connection) },
    { check: "budget", look: async () => lookAtBudget(container, connection) },
  ])
}

/** One that was disconnected by hand has no credentials left; one that lost them has those that no longer work. */
async function lookAtEnd({ api_key_sealed, authorization_id }: ConnectionRecord): Promise<Looked> {
  return (api_key_sealed ?? authorization_id) === null
    ? {
        state: "notice",
        message: "It was disconnected by hand",
        mend: "Connect its organisation again, if it shall be.",
      }
    : { state: "failed", message: "The service no longer accepts its credentials", mend: NEW_KEY }
}

async function lookAtState(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const now = await container.resolve(POS_MODULE).now()
  const resting = connection.circuit_open_until !== null && connection.circuit_open_until > now
  const facts = { state: connection.state, resting, currency: connection.currency_code, stock: connection.stock_policy }
  if (connection.state === "paused") {
    return { state: "notice", message: "The connection is paused", mend: "Go on when it is time: Go on.", facts }
  }
  return resting
    ? {
        state: "notice",
        message: "Calls rest after a failure of the service",
        mend: "Nothing: they go on by themselves.",
        facts,
      }
    : { message: "The connection is active", facts }
}

async function lookAtKey(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
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
    return { state: "failed", message: "The API key has ended", mend: NEW_KEY, facts }
  }
  if (days !== null && days < ENDS_SOON_DAYS) {
    return { state: "notice", message: `The API key ends in ${days} days`, mend: NEW_KEY, facts }
  }
  return missing.length > 0
    ? { state: "notice", message: `The key lacks ${missing.join(", ")}`, mend: "Create one with all scopes.", facts }
    : { message: "The key opens and has all scopes", facts }
}

async function lookAtService(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const client = await container.resolve(POS_MODULE).clientOf(connection.id)
  const { organizationUuid } = await client.users.self()
  if (organizationUuid !== connection.organization_uuid) {
    return { state: "failed", message: "The credentials belong to another organisation", mend: NEW_KEY }
  }
  await client.products.categories()
  await client.purchases.list({ limit: 1 })
  return { message: "The service takes the credentials, and answers for products and purchases" }
}

async function lookAtSubscription(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connection.id })
  const mend = "A worker makes it within five minutes; at once: Settings › Point of sale › the connection › Check now."
  if (!stored) {
    return { state: "failed", message: "There is no subscription", mend }
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
    return { state: "failed", message: "The service does not have the subscription any longer", mend, facts }
  }
  if (key === null) {
    return { state: "failed", message: "Its signing key is not known, so that nothing can be taken", mend, facts }
  }
  if (remote.destination !== destinationOf(await pos.getOptions(), connection.id)) {
    return { state: "failed", message: "It leads to another address than publicUrl", mend, facts }
  }
  return remote.status === "ACTIVE"
    ? { message: `It is active, with ${remote.eventNames.length} events`, facts }
    : {
        ...{ state: "failed", message: `The service says that it is ${remote.status}`, facts },
        mend: "The service could not reach the shop: see the check `address`, then Check now.",
      }
}
