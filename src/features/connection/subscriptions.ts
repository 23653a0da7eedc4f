import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/sealed-secret"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { claimSubscriptionCheck } from "../../modules/pos/connection-store"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { PosError } from "../../modules/pos/errors"
import type { PosSubscription } from "../../modules/pos/models"
import {
  CredentialsRevokedError,
  type KnownSubscription,
  PosApiError,
  type PosClient,
  PosRefusedError,
  UnknownApplicationError,
} from "../../pos-api/client"
import { LONGEST_DELIVERY_MS, WEBHOOK_TRANSPORT } from "../../pos-api/contract"
import { isPaused, recordServiceError } from "../../runtime/circuit-breaker"
import { notifyAdmin } from "../../runtime/send-notification"
import { chooseUuid } from "../../modules/pos/entity-id"
import { getSubscribedEvents } from "./credentials"
import { toConnectError } from "./errors"
import { getDestination, webhookEndpoints } from "./webhook-destination"

/** A second check within this time is skipped, in seconds. */
const CHECK_SECONDS = 20

/** A rejected subscription is created again after this time in milliseconds, or as soon as it changes. */
const REFUSED_MS = 3_600_000

export type WatchOutcome = "unchecked" | "healthy" | "failing" | "keyless" | "extended" | "made-again"

/**
 * Checks and repairs a connection's subscription. One that the POS deleted is created again with a new key. A wrong
 * destination, event list or contact address is corrected. A lost or changed key is taken from the POS's list. A
 * failing one is reported. `made-again` means that notifications were lost, `extended` that some events were not
 * subscribed before. What must be looked for is stored with the subscription (`review_cause`) until a review has found
 * it. `keyless`: notifications are rejected, because they cannot be verified.
 */
export async function watchSubscription(container: MedusaContainer, connectionId: string): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  // A paused connection still receives notifications.
  const mayAsk = connection.state !== "disconnected" && !isPaused(connection, await pos.now())
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
  const expected = await expectedSubscription(container, connection)
  const hasKey = remote !== undefined && (await learnKey(container, stored, remote))
  // The key of one that was being created may have been lost with the answer.
  if (!remote || (!hasKey && stored.status === "creating")) {
    return recreateSubscription(container, client, { stored, remote, expected })
  }
  const isExtended = await keepUp(container, client, { stored, remote, expected, hasKey })
  return isExtended ? "extended" : !hasKey ? "keyless" : remote.status === "FAILING" ? "failing" : "healthy"
}

type ExpectedSubscription = { destination: string; event_names: string[]; contact_email: string }
type Watched = { stored: SubscriptionRecord; remote: KnownSubscription | undefined; expected: ExpectedSubscription }

async function expectedSubscription(
  container: MedusaContainer,
  connection: ConnectionRecord
): Promise<ExpectedSubscription> {
  const pos = container.resolve(POS_MODULE)
  return {
    destination: getDestination(await pos.getOptions(), connection.id),
    event_names: await getSubscribedEvents(container, connection),
    contact_email: connection.contact_email,
  }
}

/** Stores the key from the POS's list when it differs. @returns false when there is no key at all */
async function learnKey(
  container: MedusaContainer,
  stored: SubscriptionRecord,
  remote: KnownSubscription
): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const storedKey = await pos.openSigningKey(stored.connection_id, stored.signing_key_sealed)
  if (remote.signingKey === null || remote.signingKey === storedKey) {
    return storedKey !== null
  }
  await pos.updatePosSubscriptions({
    id: stored.id,
    status: remote.status,
    signing_key_sealed: await sealKey(container, stored.connection_id, remote),
    ...(storedKey === null
      ? {}
      : { previous_signing_key_sealed: stored.signing_key_sealed, rotated_at: await pos.now() }),
  })
  return true
}

async function recreateSubscription(
  container: MedusaContainer,
  client: PosClient,
  { stored, remote, expected }: Watched
): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  if (stored.status === "refused" && isSame(stored, expected) && now.getTime() - lastMade(stored) < REFUSED_MS) {
    return "failing"
  }
  if (remote) {
    await client.subscriptions.delete(remote.uuid)
  }
  // The UUID is stored before the call; one that was stored but never used is used again.
  const isUnused = ["creating", "refused"].includes(stored.status) && !remote
  const description = isUnused
    ? "The subscription was created. Missed receipts are imported and stock is compared."
    : "The POS had deleted the subscription: notifications did not reach the store for three days, or a person deleted " +
      "it. It was created again; missed receipts are imported and stock is compared."
  const next = {
    ...expected,
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
    await createSubscription(container, { ...stored, ...next })
  } catch (error) {
    if (!(error instanceof PosRefusedError)) {
      throw error
    }
    await recordRejection(container, { ...stored, ...next }, error)
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

const isSame = (left: ExpectedSubscription, right: ExpectedSubscription) =>
  left.destination === right.destination &&
  left.contact_email === right.contact_email &&
  sorted(left.event_names) === sorted(right.event_names)

/** Records that the POS rejected the subscription. It will reject it again until a person fixes the cause. */
async function recordRejection(container: MedusaContainer, stored: SubscriptionRecord, error: PosRefusedError) {
  const connectError = toConnectError(error)
  const status_reason = connectError instanceof PosError ? connectError.message : error.message
  await container.resolve(POS_MODULE).updatePosSubscriptions({ id: stored.id, status: "refused", status_reason })
  if (stored.status_reason !== status_reason) {
    await notifyAdmin(container, {
      title: "Point of sale: the POS rejects the webhook subscription",
      description: status_reason,
      key: `pos:subscription-refused:${stored.subscription_uuid}:${stored.destination}`,
    })
  }
}

/** Corrects a subscription that differs. @returns true when events were added */
async function keepUp(
  container: MedusaContainer,
  client: PosClient,
  { stored, remote, expected, hasKey }: Watched & { remote: KnownSubscription; hasKey: boolean }
): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const contact_email = remote.contactEmail ?? expected.contact_email
  const isExtended = expected.event_names.some((name) => !remote.eventNames.includes(name))
  if (isExtended && stored.review_cause === null) {
    // Before the call, because afterwards nothing shows that events were missing.
    await pos.updatePosSubscriptions({ id: stored.id, review_cause: "extended", review_at: null })
  }
  if (!isSame({ destination: remote.destination, event_names: remote.eventNames, contact_email }, expected)) {
    await client.subscriptions.update(remote.uuid, {
      destination: expected.destination,
      eventNames: expected.event_names,
      contactEmail: expected.contact_email,
    })
  }
  const failing = remote.status === "FAILING"
  const description = `Notifications do not reach ${expected.destination}. Check that the store answers there from the internet.`
  const now = await pos.now()
  const isOld = stored.rotated_at && now.getTime() - stored.rotated_at.getTime() > LONGEST_DELIVERY_MS
  const status_reason = !hasKey ? KEYLESS : failing ? description : null
  const forgetsKey = (!hasKey && stored.signing_key_sealed !== null) || (isOld && stored.previous_signing_key_sealed)
  if (
    !isSame(stored, expected) ||
    remote.status !== stored.status ||
    status_reason !== stored.status_reason ||
    forgetsKey
  ) {
    await pos.updatePosSubscriptions({
      ...expected,
      id: stored.id,
      status: remote.status,
      status_reason,
      ...(hasKey ? {} : { signing_key_sealed: null }),
      ...(isOld ? { previous_signing_key_sealed: null } : {}),
    })
  }
  if (failing && stored.status !== "FAILING") {
    await notifyAdmin(container, {
      title: "Point of sale: notifications fail",
      description,
      key: `pos:subscription-failing:${stored.subscription_uuid}:${now.toISOString()}`,
    })
  }
  return isExtended
}

type SubscriptionRecord = InferTypeOf<typeof PosSubscription>

/** Explanation of a subscription without a key, for a person. */
const KEYLESS =
  "The POS sends no signing key for the subscription. Notifications cannot be verified and are rejected; receipts are " +
  "imported every five minutes instead. Contact the POS's support, or connect again."

/** Creates a stored subscription at the POS under its chosen UUID, and stores its signing key, sealed. */
export async function createSubscription(container: MedusaContainer, stored: SubscriptionRecord): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(stored.connection_id)
  const created = await client.subscriptions.create({
    uuid: stored.subscription_uuid,
    transportName: WEBHOOK_TRANSPORT,
    eventNames: stored.event_names,
    destination: stored.destination,
    contactEmail: stored.contact_email,
  })
  await pos.updatePosSubscriptions({
    id: stored.id,
    status: created.status,
    ...(created.signingKey === null ? { status_reason: KEYLESS } : {}),
    signing_key_sealed: await sealKey(container, stored.connection_id, created),
  })
}

/** Seals the key that the POS returned; null where it returned none. */
async function sealKey(
  container: MedusaContainer,
  connectionId: string,
  { signingKey }: KnownSubscription
): Promise<string | null> {
  return signingKey === null
    ? null
    : container.resolve(POS_MODULE).seal(associatedData.signingKey(connectionId), signingKey)
}

/**
 * Deletes subscriptions to this store that are not recorded, for example of a connect that failed half-way or an
 * interrupted test. With two subscriptions an event would arrive twice.
 * @param keep the UUID of the recorded subscription; null: none
 */
export async function deleteStrays(
  container: MedusaContainer,
  client: PosClient,
  { keep, listed }: { keep: string | null; listed?: KnownSubscription[] }
): Promise<void> {
  const { publicUrl } = await container.resolve(POS_MODULE).getOptions()
  if (publicUrl === null) {
    return
  }
  const subscriptions = listed ?? (await client.subscriptions.list())
  for (const { uuid, destination } of subscriptions) {
    if (uuid !== keep && destination.startsWith(webhookEndpoints(publicUrl))) {
      await client.subscriptions.delete(uuid)
    }
  }
}

/**
 * Deletes a connection's subscription with the credentials that created it, because others cannot see it.
 * @returns false where they no longer work: it may still send notifications, which must be rejected
 * @throws PosApiError when the POS is not reachable
 */
export async function deleteSubscription(container: MedusaContainer, connectionId: string): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  try {
    const client = await pos.clientOf(connectionId)
    if (stored) {
      await client.subscriptions.delete(stored.subscription_uuid)
    }
    await deleteStrays(container, client, { keep: null })
    return true
  } catch (error) {
    if (!areUseless(error)) {
      throw error
    }
    return false
  }
}

/** Returns whether an error means that credentials permanently do not work. */
export function areUseless(error: unknown): boolean {
  return (
    error instanceof ConnectionDisconnectedError ||
    error instanceof CredentialsRevokedError ||
    error instanceof UnknownApplicationError ||
    (error instanceof PosApiError && !error.retryable)
  )
}
