import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { recordUncounted, restartAllStock } from "../../modules/pos/queries/stock/initial-matching"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { StockPolicy } from "../../vocabulary/connection"
import { pushSettingsSchema } from "../../vocabulary/push-settings"
import { chooseBooks } from "../books/choose-books"
import { ContactEmailMissingError } from "./connect-errors"
import type { CheckedConnection, ConnectInput } from "./connect-input"
import { sealCredentials } from "./credentials"
import { destinationOf } from "./destination"
import { leaveSubscription } from "./leave-subscriptions"
import { subscribedEvents } from "./subscribed-events"

type StoreInput = { input: ConnectInput; checked: CheckedConnection }

/**
 * Stores the connection with its sealed key, and the subscription with the UUID it will be made under. A former
 * connection of the organisation is taken up again, so that its products are not doubled at the counter.
 */
export const posStoreConnectionStep = createStep(
  "pos-store-connection",
  async ({ input, checked: { reconnects, credentials_expire_at, ...checked } }: StoreInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const options = await pos.getOptions()
    const contact_email = input.contact_email ?? options.contactEmail
    if (!contact_email) {
      throw new ContactEmailMissingError()
    }
    const id = reconnects ?? generateEntityId("", "poscon")
    const destination = destinationOf(options, id)
    const record = {
      ...checked,
      credentials_expire_at: credentials_expire_at === null ? null : new Date(credentials_expire_at),
      id,
      contact_email,
      sales_channel_id: input.sales_channel_id,
      stock_location_id: input.stock_location_id,
      region_id: input.region_id,
      ...(await sealCredentials(container, id, input)),
      ...(await chosenSettings(container, reconnects, input)),
      state: "active" as const,
      state_reason: null,
    }
    const former = reconnects === null ? null : await leaveFormer(container, reconnects)
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
    return new StepResponse(id, { id, former })
  },
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

/**
 * With another stock location, or stock that is to go both ways again, levels are compared with others than before: initial
 * matching shows what differs, and variants that the store does not count there.
 */
async function restartMovedStock(
  container: MedusaContainer,
  id: string,
  chosen: { stock_location_id: string; stock_policy: StockPolicy; mirror_settings: unknown }
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const before = await pos.findConnection(id)
  const isMoved = before.stock_location_id !== chosen.stock_location_id
  const goesBothWaysAgain = before.stock_policy !== "two-way" && chosen.stock_policy === "two-way"
  if (!isMoved && !goesBothWaysAgain) {
    return
  }
  await pos.transaction(async (sql, now) => {
    const tracked = (await restartAllStock(sql, id)).filter(({ was_tracked }) => was_tracked)
    const variantIds = tracked.map(({ variant_id }) => variant_id)
    const available = await readAvailableStock(sql, chosen, variantIds)
    const uncounted = tracked
      .filter(({ variant_id }) => !available.has(variant_id))
      .map((variant) => ({ id: variant.id, pos_level: variant.pos_balance ?? "0" }))
    await recordUncounted(sql, id, uncounted, now)
  })
}

/**
 * Ends what is left of a former connection at the service: its subscription, where its credentials still work. Returns
 * what it was, so that a connect that fails leaves it as it found it.
 */
async function leaveFormer(container: MedusaContainer, id: string) {
  const pos = container.resolve(POS_MODULE)
  const { api_key_sealed, authorization_id, state_reason, credentials_expire_at } = await pos.findConnection(id)
  const [known] = await pos.listPosSubscriptions({ connection_id: id })
  if (known) {
    await leaveSubscription(container, id)
  }
  const connection = { id, api_key_sealed, authorization_id, state_reason, credentials_expire_at }
  const subscription = known && {
    ...{ connection_id: id, subscription_uuid: known.subscription_uuid, destination: known.destination },
    ...{ event_names: known.event_names, contact_email: known.contact_email },
  }
  return { connection, subscription: subscription ?? null }
}

/** The merchant's choices over those of the former connection, or over the defaults. */
async function chosenSettings(container: MedusaContainer, reconnects: string | null, input: ConnectInput) {
  const former = reconnects ? await container.resolve(POS_MODULE).findConnection(reconnects) : null
  const { stock_policy: _policy, books, ...mirrored } = input.mirror_settings ?? {}
  const before = { push_settings: null, mirror_settings: null, ...former }
  const mirroring = mirrorSettingsOf(before)
  const pos = container.resolve(POS_MODULE)
  return {
    push_settings: pushSettingsSchema.parse({ ...pushSettingsOf(before), ...input.push_settings }),
    mirror_settings: {
      ...{ ...mirroring, ...mirrored },
      ...(books ? { books: chooseBooks(mirroring.books, books, await pos.now(), former?.time_zone ?? null) } : {}),
    },
  }
}
