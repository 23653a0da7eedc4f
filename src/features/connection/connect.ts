import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import type { StockSync } from "../../contract/connection"
import { outboundSettingsSchema } from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import {
  getInboundSettings,
  getOutboundSettings,
  toInboundSettingsLock,
  toOutboundSettingsLock,
} from "../../modules/pos/connection-record"
import { getErrorMessage } from "../../runtime/errors"
import { wakeFor } from "../../runtime/queue"
import { closeDays } from "../accounting"
import { POS_EVENTS } from "../../runtime/events"
import { readAvailable } from "../../runtime/stock-access"
import { chooseUuid } from "../../modules/pos/entity-id"
import { type PosIdentity, hasProductLinks, draftPlan, readUnlinkedIdentities, startRun } from "../catalog"
import { recordUncounted, restartAllStock } from "../stock"
import { reviewIfDue } from "./catch-up"
import { checkConnection, type CheckedConnection, type ConnectInput } from "./check-connection"
import { sealCredentials, subscribedEvents } from "./credentials"
import { ContactEmailMissingError, toConnectError } from "./errors"
import { deleteStrays, deleteSubscription, createSubscription } from "./subscriptions"
import { getDestination } from "./webhook-destination"

/** The queued work: a run, or a plan that waits for the merchant when the POS already has products. */
export type QueuedCatalog = { connection_id: string; run_id: string | null; plan_id: string | null }

/**
 * Marks the whole catalog as due and starts a run, which shows the progress. When the POS already has products, it
 * creates a plan instead.
 */
export const posQueueCatalogStep = createStep("pos-queue-catalog", async (connectionId: string, { container }) => {
  const posProducts = await findUnlinkedOrders(container, connectionId)
  if (posProducts.length > 0) {
    const plan = await draftPlan(container, connectionId, posProducts)
    const queued: QueuedCatalog = { connection_id: connectionId, run_id: null, plan_id: plan.id }
    return new StepResponse(queued)
  }
  const { run_id } = await startRun(container, connectionId)
  const queued: QueuedCatalog = { connection_id: connectionId, run_id, plan_id: null }
  return new StepResponse(queued)
})

/** Fetches the POS's products at the initial matching. A former connection has its links already. */
async function findUnlinkedOrders(container: MedusaContainer, connectionId: string): Promise<PosIdentity[]> {
  if (await container.resolve(POS_MODULE).query((sql) => hasProductLinks(sql, connectionId))) {
    return []
  }
  try {
    return await readUnlinkedIdentities(container, connectionId)
  } catch (error) {
    throw toConnectError(error)
  }
}

type StoreInput = { input: ConnectInput; checked: CheckedConnection }

/**
 * Stores the connection with its sealed credentials, and the subscription with its UUID, under which it is created
 * later. It reuses a former connection of the organization, so that its products are not duplicated at the POS.
 */
const posStoreConnectionStep = createStep(
  "pos-store-connection",
  async (input: StoreInput, { container }) => storeAlone(container, input),
  async (stored, { container }) => {
    if (!stored) {
      return
    }
    const pos = container.resolve(POS_MODULE)
    await pos.deletePosSubscriptions({ connection_id: stored.id })
    if (stored.former === null) {
      await pos.deletePosConnections({ id: stored.id })
      return
    }
    await pos.updatePosConnections({ ...stored.former.connection, state: "disconnected" })
    if (stored.former.subscription) {
      await pos.createPosSubscriptions(stored.former.subscription)
    }
  }
)

/** Stores the connection while nothing else changes its settings, which are merged with the chosen ones. */
async function storeAlone(container: MedusaContainer, input: StoreInput) {
  const id = input.checked.reconnects ?? generateEntityId("", "poscon")
  const pos = container.resolve(POS_MODULE)
  return pos.alone(toInboundSettingsLock(id), async () =>
    pos.alone(toOutboundSettingsLock(id), async () => storeConnection(container, id, input))
  )
}

async function storeConnection(
  container: MedusaContainer,
  id: string,
  { input, checked: { reconnects, credentials_expire_at, chosen_time_zone, ...checked } }: StoreInput
) {
  const pos = container.resolve(POS_MODULE)
  const options = await pos.getOptions()
  const contact_email = input.contact_email ?? options.contactEmail
  if (!contact_email) {
    throw new ContactEmailMissingError()
  }
  const destination = getDestination(options, id)
  const record = {
    ...checked,
    credentials_expire_at: credentials_expire_at === null ? null : new Date(credentials_expire_at),
    id,
    contact_email,
    sales_channel_id: input.sales_channel_id,
    stock_location_id: input.stock_location_id,
    region_id: input.region_id,
    ...(await sealCredentials(container, id, input)),
    ...(await chosenSettings(container, reconnects, input, chosen_time_zone)),
    state: "active" as const,
    state_reason: null,
  }
  const formerConnection = reconnects === null ? null : await leaveFormer(container, reconnects)
  if (reconnects) {
    await restartMovedStock(container, reconnects, record)
    await pos.updatePosConnections({ ...record, profile_warning: null, profile_at: null })
    await pos.deletePosSubscriptions({ connection_id: id })
  } else {
    const since = await pos.now()
    await pos.createPosConnections({ ...record, receipts_since: since, stock_since: since })
  }
  await pos.createPosSubscriptions({
    connection_id: id,
    subscription_uuid: chooseUuid(),
    destination,
    event_names: subscribedEvents(input),
    contact_email,
  })
  return new StepResponse(id, { id, former: formerConnection })
}

/**
 * Restarts stock tracking when the stock location changed or stock became two-way again, because levels are now
 * compared with others. The initial matching shows differences, including variants without a level at that location.
 */
async function restartMovedStock(
  container: MedusaContainer,
  id: string,
  chosen: { stock_location_id: string; stock_sync: StockSync; inbound_settings: unknown }
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const before = await pos.findConnection(id)
  const isMoved = before.stock_location_id !== chosen.stock_location_id
  const goesBothWaysAgain = before.stock_sync !== "two_way" && chosen.stock_sync === "two_way"
  if (!isMoved && !goesBothWaysAgain) {
    return
  }
  const links = await pos.listPosVariantLinks(
    { connection_id: id, tracked: true },
    { take: null, select: ["variant_id"] }
  )
  const variantIds = new Set(links.map(({ variant_id }) => variant_id))
  const available = await readAvailable(container, chosen, [...variantIds])
  await pos.transaction(async (sql, now) => {
    const tracked = (await restartAllStock(sql, id)).filter(({ was_tracked }) => was_tracked)
    const uncounted = tracked
      .filter(({ variant_id }) => variantIds.has(variant_id) && !available.has(variant_id))
      .map((variant) => ({ id: variant.id, pos_level: variant.pos_balance ?? "0" }))
    await recordUncounted(sql, id, uncounted, now)
  })
}

/**
 * Deletes a former connection's subscription at the POS, where its credentials still work. Returns its former state, so
 * that a failed connect can restore it.
 */
async function leaveFormer(container: MedusaContainer, id: string) {
  const pos = container.resolve(POS_MODULE)
  const { api_key_sealed, authorization_id, state_reason, credentials_expire_at } = await pos.findConnection(id)
  const [stored] = await pos.listPosSubscriptions({ connection_id: id })
  if (stored) {
    await deleteSubscription(container, id)
  }
  const connection = { id, api_key_sealed, authorization_id, state_reason, credentials_expire_at }
  const subscription = stored && {
    connection_id: id,
    subscription_uuid: stored.subscription_uuid,
    destination: stored.destination,
    event_names: stored.event_names,
    contact_email: stored.contact_email,
  }
  return { connection, subscription: subscription ?? null }
}

/** Merges the merchant's choices with the settings of the former connection, or with the defaults. */
async function chosenSettings(
  container: MedusaContainer,
  reconnects: string | null,
  input: ConnectInput,
  time_zone: string | null
) {
  const formerConnection = reconnects ? await container.resolve(POS_MODULE).findConnection(reconnects) : null
  const { stock_sync: _policy, accounting, ...mirrored } = input.inbound_settings ?? {}
  const before = { outbound_settings: null, inbound_settings: null, ...formerConnection }
  const mirroring = getInboundSettings(before)
  return {
    outbound_settings: outboundSettingsSchema.parse({ ...getOutboundSettings(before), ...input.outbound_settings }),
    inbound_settings: {
      ...mirroring,
      ...mirrored,
      time_zone,
      accounting: accounting
        ? await closeDays(container, formerConnection, mirroring.accounting, accounting)
        : mirroring.accounting,
    },
  }
}

/** Runs all checks before anything is stored. */
export const posCheckConnectionStep = createStep("pos-check-connection", async (input: ConnectInput, { container }) => {
  return new StepResponse(await checkConnection(container, input))
})

/** Creates the subscription at the POS and stores its signing key, sealed. */
export const posSubscribeStep = createStep(
  "pos-subscribe",
  async (connectionId: string, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const [stored] = await pos.listPosSubscriptions({ connection_id: connectionId })
    if (!stored) {
      throw new PosError("pos_choice_not_found", `Connection ${connectionId} has no subscription to make.`)
    }
    const client = await pos.clientOf(connectionId)
    try {
      await deleteStrays(container, client, { keep: stored.subscription_uuid })
      await createSubscription(container, stored)
    } catch (error) {
      // The subscription may exist although its answer was lost. The original error matters more to the person.
      await client.subscriptions.delete(stored.subscription_uuid).catch(() => undefined)
      throw toConnectError(error)
    }
    const connected = { connectionId, subscriptionUuid: stored.subscription_uuid }
    return new StepResponse(connected, connected)
  },
  async (made, { container }) => {
    if (!made) {
      return
    }
    const client = await container.resolve(POS_MODULE).clientOf(made.connectionId)
    try {
      await client.subscriptions.delete(made.subscriptionUuid)
    } catch (error) {
      // The connection is rolled back in any case; the next connect deletes the leftover subscription.
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`pos: the subscription ${made.subscriptionUuid} was left behind: ${getErrorMessage(error)}`)
    }
  }
)

/**
 * Looks for changes while an organization was disconnected: it reviews the POS's products and compares levels. A first
 * connection has nothing to compare yet.
 */
export const posCatchUpStep = createStep("pos-catch-up", async (connectionId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  if (await pos.query((sql) => hasProductLinks(sql, connectionId))) {
    // Stored first, so that the next catch-up does what cannot be done now.
    const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
    if (subscription) {
      await pos.updatePosSubscriptions({ id: subscription.id, review_cause: "lost", review_at: null })
    }
    await reviewIfDue(container, connectionId)
  }
  return new StepResponse(connectionId)
})

/**
 * Connects an organization by an API key or a sign-in. It checks the credentials at the POS, stores them sealed,
 * subscribes to the events, catches up with changes since a former connection, and queues the whole catalog. When a
 * step fails, everything is rolled back, in the store and at the POS.
 */
export const posConnectWorkflow = createWorkflow("pos-connect", (input: ConnectInput) => {
  const checked = posCheckConnectionStep(input)
  const connectionId = posStoreConnectionStep({ input, checked })
  const subscribed = posSubscribeStep(connectionId)
  const caughtUp = posCatchUpStep(transform({ subscribed }, (data) => data.subscribed.connectionId))
  const queued = posQueueCatalogStep(caughtUp)
  wakeFor(queued, POS_EVENTS.outboxDue)
  return new WorkflowResponse(queued)
})
