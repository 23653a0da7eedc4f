import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { chooseUuid } from "../../modules/pos/queries/links"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { pushSettingsOf, pushSettingsSchema } from "../../modules/pos/push-settings"
import { ContactEmailMissingError } from "./connect-errors"
import type { CheckedConnection, ConnectInput } from "./connect-input"
import { sealCredentials } from "./credentials"
import { destinationOf } from "./destination"
import { subscribedEvents } from "./subscribed-events"

type StoreInput = { input: ConnectInput; checked: CheckedConnection }

/**
 * Stores the connection with its sealed key, and the subscription with the UUID it will be made under. A former
 * connection of the organisation is taken up again, so that its products are not doubled at the counter.
 */
export const posStoreConnectionStep = createStep(
  "pos-store-connection",
  async ({ input, checked: { reconnects, ...checked } }: StoreInput, { container }) => {
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
    const since = await pos.now()
    if (reconnects) {
      const { wiped_at } = await pos.findConnection(reconnects)
      // After a wipe it begins as at first; the orders of before stay as they are.
      const anew = wiped_at ? { receipts_since: since, stock_since: since, wiped_at: null } : {}
      await pos.updatePosConnections({ ...record, ...anew, profile_warning: null, profile_at: null })
      await pos.deletePosSubscriptions({ connection_id: id })
    } else {
      await pos.createPosConnections({ ...record, receipts_since: since, stock_since: since })
    }
    await pos.createPosSubscriptions({
      connection_id: id,
      subscription_uuid: chooseUuid(),
      destination,
      event_names: subscribedEvents(input),
      contact_email,
    })
    return new StepResponse(id, { id, isNew: reconnects === null })
  },
  async (stored, { container }) => {
    if (!stored) {
      return
    }
    const pos = container.resolve(POS_MODULE)
    await pos.deletePosSubscriptions({ connection_id: stored.id })
    if (stored.isNew) {
      await pos.deletePosConnections({ id: stored.id })
    } else {
      await pos.updatePosConnections({
        id: stored.id,
        state: "disconnected",
        api_key_sealed: null,
        authorization_id: null,
      })
    }
  }
)

/** The merchant's choices over those of the former connection, or over the defaults. */
async function chosenSettings(container: MedusaContainer, reconnects: string | null, input: ConnectInput) {
  const former = reconnects ? await container.resolve(POS_MODULE).findConnection(reconnects) : null
  const { stock_policy: _policy, ...mirrored } = input.mirror_settings ?? {}
  const before = { push_settings: null, mirror_settings: null, ...former }
  return {
    push_settings: pushSettingsSchema.parse({ ...pushSettingsOf(before), ...input.push_settings }),
    mirror_settings: { ...mirrorSettingsOf(before), ...mirrored },
  }
}
