import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { chooseUuid } from "../../modules/pos/queries/links"
import { signingKeyOwner } from "../../modules/pos/secret-owners"
import type { PosClient } from "../../pos-api/client"
import type { Subscription } from "../../pos-api/contract"
import { mayCall, noteServiceError } from "../connection-health"
import type { ConnectionRecord } from "../connection-record"
import { notifyAdmin } from "../notify-admin"
import { destinationOf } from "./destination"
import { makeSubscription, type SubscriptionRecord } from "./make-subscription"
import { subscribedEventsOf } from "./subscribed-events"

/** Two checks within this time are one, whoever asks. Seconds. */
const CHECK_SECONDS = 20

/** What is still on its way under the former key has come by then: the service retries for 72 hours. */
const PREVIOUS_KEY_MS = 73 * 3_600 * 1_000

export type WatchOutcome = "unchecked" | "healthy" | "failing" | "extended" | "made-again"

/**
 * Looks after a connection's subscription: one that the service has deleted is made again under a new key, one whose
 * destination, events or address differ from what they should be is changed, and a failing one is shown.
 * `made-again` says that notifications were lost, `extended` that there were none of some events so far: the caller has to
 * look for what they would have told.
 */
export async function watchSubscription(container: MedusaContainer, connectionId: string): Promise<WatchOutcome> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
  if (
    !stored ||
    !mayCall(connection, await pos.now()) ||
    !(await pos.claimSubscriptionCheck(stored.id, CHECK_SECONDS))
  ) {
    return "unchecked"
  }
  try {
    const client = await pos.clientOf(connectionId)
    const remote = (await client.subscriptions.list()).find(({ uuid }) => uuid === stored.subscription_uuid)
    const wanted = await wantedSubscription(container, connection)
    if (!remote || !(await isKeyKnown(container, stored, remote))) {
      await makeAgain(container, client, { stored, remote, wanted })
      return "made-again"
    }
    const isExtended = await keepUp(container, client, { stored, remote, wanted })
    return isExtended ? "extended" : remote.status === "FAILING" ? "failing" : "healthy"
  } catch (error) {
    await noteServiceError(container, connectionId, error)
    return "unchecked"
  }
}

type Wanted = { destination: string; event_names: string[]; contact_email: string }
type Watched = { stored: SubscriptionRecord; remote: Subscription | undefined; wanted: Wanted }

async function wantedSubscription(container: MedusaContainer, connection: ConnectionRecord): Promise<Wanted> {
  const pos = container.resolve(POS_MODULE)
  return {
    destination: destinationOf(await pos.getOptions(), connection.id),
    event_names: await subscribedEventsOf(container, connection),
    contact_email: connection.contact_email,
  }
}

/** A crash between the service's answer and our keeping of the key leaves a subscription without one. */
async function isKeyKnown(container: MedusaContainer, stored: SubscriptionRecord, remote: Subscription) {
  if (stored.signing_key_sealed !== null) {
    return true
  }
  if (!remote.signingKey) {
    return false
  }
  const pos = container.resolve(POS_MODULE)
  const signing_key_sealed = await pos.seal(signingKeyOwner(stored.connection_id), remote.signingKey)
  await pos.updatePosSubscriptions({ id: stored.id, signing_key_sealed, status: remote.status })
  return true
}

async function makeAgain(container: MedusaContainer, client: PosClient, { stored, remote, wanted }: Watched) {
  const pos = container.resolve(POS_MODULE)
  if (remote) {
    await client.subscriptions.delete(remote.uuid)
  }
  const description =
    "The service had deleted it, after notifications had not reached the shop for three days or by somebody's hand. " +
    "It was made again; receipts that were missed are fetched and stock is compared."
  // The UUID is kept before the call; one that was kept but never used serves still.
  const isUnused = stored.status === "creating" && !remote
  const next = {
    ...wanted,
    id: stored.id,
    status: "creating",
    status_reason: description,
    rotated_at: await pos.now(),
    subscription_uuid: isUnused ? stored.subscription_uuid : chooseUuid(),
    signing_key_sealed: null,
    previous_signing_key_sealed: stored.signing_key_sealed ?? stored.previous_signing_key_sealed,
  }
  await pos.updatePosSubscriptions(next)
  await makeSubscription(container, { ...stored, ...next })
  await notifyAdmin(container, {
    title: "Point of sale: the subscription was lost and made again",
    description,
    key: `pos:subscription-lost:${next.subscription_uuid}`,
  })
}

/** @returns true when events were added that it did not ask for so far */
async function keepUp(
  container: MedusaContainer,
  client: PosClient,
  { stored, remote, wanted }: Watched & { remote: Subscription }
): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const names = (events: string[]) => [...events].sort().join()
  const differs =
    remote.destination !== wanted.destination ||
    names(remote.eventNames) !== names(wanted.event_names) ||
    (remote.contactEmail ?? wanted.contact_email) !== wanted.contact_email
  if (differs) {
    await client.subscriptions.update(remote.uuid, {
      destination: wanted.destination,
      eventNames: wanted.event_names,
      contactEmail: wanted.contact_email,
    })
  }
  const failing = remote.status === "FAILING"
  const description = `Notifications do not reach ${wanted.destination}. Check that the shop answers there from the internet.`
  const now = await pos.now()
  const isOld = stored.rotated_at && now.getTime() - stored.rotated_at.getTime() > PREVIOUS_KEY_MS
  await pos.updatePosSubscriptions({
    ...wanted,
    id: stored.id,
    status: remote.status,
    status_reason: failing ? description : null,
    ...(isOld ? { previous_signing_key_sealed: null } : {}),
  })
  if (failing && stored.status !== "FAILING") {
    await notifyAdmin(container, {
      title: "Point of sale: notifications fail",
      description,
      key: `pos:subscription-failing:${stored.subscription_uuid}:${now.toISOString()}`,
    })
  }
  return wanted.event_names.some((name) => !remote.eventNames.includes(name))
}
