import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { claimSubscriptionCheck } from "../../modules/pos/queries/connection/subscriptions"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import { type KnownSubscription, type PosClient, PosRefusedError } from "../../pos-api/client"
import { LONGEST_DELIVERY_MS } from "../../pos-api/contract"
import { isResting, recordServiceError } from "./circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { notifyAdmin } from "./notify-admin"
import { toConnectError } from "./connect-errors"
import { destinationOf } from "./destination"
import { deleteStrays } from "./leave-subscriptions"
import { KEYLESS, makeSubscription, sealKey, type SubscriptionRecord } from "./make-subscription"
import { subscribedEventsOf } from "./subscribed-events"

/** Two checks within this time are one, whoever asks. Seconds. */
const CHECK_SECONDS = 20

/** A subscription that the service has refused is asked for again after this time, or when it is another. */
const REFUSED_MS = 3_600_000

export type WatchOutcome = "unchecked" | "healthy" | "failing" | "keyless" | "extended" | "made-again"

/**
 * Looks after a connection's subscription: one that the service has deleted is made again under a new key, one whose
 * destination, events or address differ from what they should be is changed, a key that was lost or is another is taken
 * from the service's list, and a failing one is shown.
 * `made-again` says that notifications were lost, `extended` that there were none of some events so far: what has to be
 * looked for is stored with the subscription (`review_cause`) until it has been. `keyless`: nothing can be taken, since nothing can be proved.
 */
export async function watchSubscription(container: MedusaContainer, connectionId: string): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  // One that is paused still receives.
  const mayAsk = connection.state !== "disconnected" && !isResting(connection, await pos.now())
  if (
    !stored ||
    !mayAsk ||
    !(await pos.query((sql, now) => claimSubscriptionCheck(sql, { id: stored.id, now, seconds: CHECK_SECONDS })))
  ) {
    return "unchecked"
  }
  try {
    return await watch(container, connection, stored)
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return "unchecked"
  }
}

async function watch(
  container: MedusaContainer,
  connection: ConnectionRecord,
  stored: SubscriptionRecord
): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connection.id)
  const listed = await client.subscriptions.list()
  await deleteStrays(container, client, { keep: stored.subscription_uuid, listed })
  const remote = listed.find(({ uuid }) => uuid === stored.subscription_uuid)
  const wanted = await wantedSubscription(container, connection)
  const hasKey = remote !== undefined && (await learnKey(container, stored, remote))
  // One that was being made may have told its key in an answer that was lost.
  if (!remote || (!hasKey && stored.status === "creating")) {
    return makeAgain(container, client, { stored, remote, wanted })
  }
  const isExtended = await keepUp(container, client, { stored, remote, wanted, hasKey })
  return isExtended ? "extended" : !hasKey ? "keyless" : remote.status === "FAILING" ? "failing" : "healthy"
}

type Wanted = { destination: string; event_names: string[]; contact_email: string }
type Watched = { stored: SubscriptionRecord; remote: KnownSubscription | undefined; wanted: Wanted }

async function wantedSubscription(container: MedusaContainer, connection: ConnectionRecord): Promise<Wanted> {
  const pos = container.resolve(POS_MODULE)
  return {
    destination: destinationOf(await pos.getOptions(), connection.id),
    event_names: await subscribedEventsOf(container, connection),
    contact_email: connection.contact_email,
  }
}

/** Takes the key from the list when it is not the one that is kept; false when there is none at all. */
async function learnKey(
  container: MedusaContainer,
  stored: SubscriptionRecord,
  remote: KnownSubscription
): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const known = await pos.openSigningKey(stored.connection_id, stored.signing_key_sealed)
  if (remote.signingKey === null || remote.signingKey === known) {
    return known !== null
  }
  await pos.updatePosSubscriptions({
    id: stored.id,
    status: remote.status,
    signing_key_sealed: await sealKey(container, stored.connection_id, remote),
    ...(known === null ? {} : { previous_signing_key_sealed: stored.signing_key_sealed, rotated_at: await pos.now() }),
  })
  return true
}

async function makeAgain(
  container: MedusaContainer,
  client: PosClient,
  { stored, remote, wanted }: Watched
): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (stored.status === "refused" && isSame(stored, wanted) && now.getTime() - lastMade(stored) < REFUSED_MS) {
    return "failing"
  }
  if (remote) {
    await client.subscriptions.delete(remote.uuid)
  }
  // The UUID is kept before the call; one that was kept but never used serves still.
  const isUnused = ["creating", "refused"].includes(stored.status) && !remote
  const description = isUnused
    ? "It was made. Receipts that were missed are fetched and stock is compared."
    : "The service had deleted it, after notifications had not reached the shop for three days or by somebody's hand. " +
      "It was made again; receipts that were missed are fetched and stock is compared."
  const next = {
    ...wanted,
    id: stored.id,
    status: "creating",
    status_reason: description,
    rotated_at: now,
    subscription_uuid: isUnused ? stored.subscription_uuid : chooseUuid(),
    review_cause: "lost" as const,
    review_at: null,
    signing_key_sealed: null,
    previous_signing_key_sealed: stored.signing_key_sealed ?? stored.previous_signing_key_sealed,
  }
  await pos.updatePosSubscriptions(next)
  try {
    await makeSubscription(container, { ...stored, ...next })
  } catch (error) {
    if (!(error instanceof PosRefusedError)) {
      throw error
    }
    await noteRefusal(container, { ...stored, ...next }, error)
    return "failing"
  }
  if (!isUnused) {
    await notifyAdmin(container, {
      title: "Point of sale: the subscription was lost and made again",
      description,
      key: `pos:subscription-lost:${next.subscription_uuid}`,
    })
  }
  return "made-again"
}

const lastMade = ({ rotated_at }: SubscriptionRecord) => rotated_at?.getTime() ?? 0

const sorted = (events: string[]) => [...events].sort().join()

const isSame = (one: Wanted, other: Wanted) =>
  one.destination === other.destination &&
  one.contact_email === other.contact_email &&
  sorted(one.event_names) === sorted(other.event_names)

/** What the service refuses it will refuse again until a person has mended it. */
async function noteRefusal(container: MedusaContainer, stored: SubscriptionRecord, error: PosRefusedError) {
  const told = toConnectError(error)
  const status_reason = told instanceof MedusaError ? told.message : error.message
  await container.resolve(POS_MODULE).updatePosSubscriptions({ id: stored.id, status: "refused", status_reason })
  if (stored.status_reason !== status_reason) {
    await notifyAdmin(container, {
      title: "Point of sale: the service makes no subscription",
      description: status_reason,
      key: `pos:subscription-refused:${stored.subscription_uuid}:${stored.destination}`,
    })
  }
}

/** @returns true when events were added that it did not ask for so far */
async function keepUp(
  container: MedusaContainer,
  client: PosClient,
  { stored, remote, wanted, hasKey }: Watched & { remote: KnownSubscription; hasKey: boolean }
): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const contact_email = remote.contactEmail ?? wanted.contact_email
  const isExtended = wanted.event_names.some((name) => !remote.eventNames.includes(name))
  if (isExtended && stored.review_cause === null) {
    // Before the call, after which nothing would show that events had been missing.
    await pos.updatePosSubscriptions({ id: stored.id, review_cause: "extended", review_at: null })
  }
  if (!isSame({ destination: remote.destination, event_names: remote.eventNames, contact_email }, wanted)) {
    await client.subscriptions.update(remote.uuid, {
      destination: wanted.destination,
      eventNames: wanted.event_names,
      contactEmail: wanted.contact_email,
    })
  }
  const failing = remote.status === "FAILING"
  const description = `Notifications do not reach ${wanted.destination}. Check that the shop answers there from the internet.`
  const now = await pos.now()
  const isOld = stored.rotated_at && now.getTime() - stored.rotated_at.getTime() > LONGEST_DELIVERY_MS
  await pos.updatePosSubscriptions({
    ...wanted,
    id: stored.id,
    status: remote.status,
    status_reason: !hasKey ? KEYLESS : failing ? description : null,
    ...(hasKey ? {} : { signing_key_sealed: null }),
    ...(isOld ? { previous_signing_key_sealed: null } : {}),
  })
  if (failing && stored.status !== "FAILING") {
    await notifyAdmin(container, {
      title: "Point of sale: notifications fail",
      description,
      key: `pos:subscription-failing:${stored.subscription_uuid}:${now.toISOString()}`,
    })
  }
  return isExtended
}
