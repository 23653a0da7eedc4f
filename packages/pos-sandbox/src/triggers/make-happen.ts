import { v4 as uuidVersion4 } from "uuid"
import { EVENT_NAMES, type EventName, type PosProduct, SCOPES, TEST_MESSAGE } from "../../../../src/pos-api/contract"
import { layOut } from "../config/read-config"
import type { SandboxContext } from "../context/sandbox-context"
import { changeStock, startTracking, stopTracking } from "../inventory/move-stock"
import { createApiKey, revokeCredential } from "../oauth/tokens"
import { deleteProduct, updateProduct } from "../products/product-library"
import { basketSchema } from "../purchases/basket"
import { ringUpSale } from "../purchases/ring-up"
import { changeProfile } from "../seed/open-organization"
import type { Credential, OrganizationState } from "../state/organization"

/** Every event that can be made to happen: those of the POS, and its test message. */
export const TRIGGER_NAMES: readonly [TriggerName, ...TriggerName[]] = [TEST_MESSAGE, ...EVENT_NAMES]

/** The name of an event that a trigger can cause. */
export type TriggerName = EventName | typeof TEST_MESSAGE

const VAT_PERCENTAGE = 25

/** What something new costs: 129.00 SEK, 12,900 JPY. */
const MINOR_UNITS = 12_900

/** A product that was not there before. */
function newProduct(context: SandboxContext, organization: OrganizationState): PosProduct {
  const number = organization.products.size + 1
  const vat = organization.profile.taxationType === "VAT" ? { vatPercentage: VAT_PERCENTAGE } : {}
  return layOut(context, organization, { name: `Nyhet ${number}`, sku: `NY-${number}`, price: MINOR_UNITS, ...vat })
}

/** The newest product that can be sold for a price, or one that is made for it. */
function sellableProduct(context: SandboxContext, organization: OrganizationState) {
  const priced = [...organization.products.values()].filter(({ variants }) => variants?.some(({ price }) => price))
  const product = priced.at(-1) ?? newProduct(context, organization)
  const variant = product.variants?.find(({ price }) => price)
  return { product, variantUuid: variant?.uuid ?? "" }
}

/** The newest product whose stock is tracked, or is not; null when there is none. */
function productTracked(organization: OrganizationState, isTracked: boolean): PosProduct | null {
  const candidates = [...organization.products.values()].filter(
    ({ uuid }) => organization.tracked.has(uuid) === isTracked
  )
  return candidates.at(-1) ?? null
}

/**
 * Makes an event happen by doing what it reports: a sale is rung up, a product is edited, a key is deleted. What is
 * missing for it is created first, and notified, too.
 * @returns what was done, for a person
 */
export function makeHappen(context: SandboxContext, organization: OrganizationState, eventName: TriggerName): string {
  switch (eventName) {
    case "PurchaseCreated":
      return sell(context, organization)
    case "OrganizationUpdated":
      return changeAddress(context, organization)
    case "ProductCreated": {
      const { name, uuid } = newProduct(context, organization)
      return `made the product ${name} (${uuid})`
    }
    case "ProductUpdated": {
      const { product } = sellableProduct(context, organization)
      const description = `Ändrad ${context.clock.now().toISOString()}`
      updateProduct(context, organization, product.uuid, { description })
      return `changed the description of ${product.name} (${product.uuid})`
    }
    case "ProductDeleted": {
      const { name, uuid } = [...organization.products.values()].at(-1) ?? newProduct(context, organization)
      deleteProduct(context, organization, uuid)
      return `deleted the product ${name} (${uuid})`
    }
    case "InventoryBalanceChanged": {
      const { product, variantUuid } = sellableProduct(context, organization)
      const balance = changeStock(context, organization, { productUuid: product.uuid, variantUuid, change: "1" })
      return `received one of ${product.name} (variant ${variantUuid}); there are ${balance}`
    }
    case "InventoryTrackingStarted": {
      const { name, uuid } = productTracked(organization, false) ?? newProduct(context, organization)
      startTracking(context, organization, uuid)
      return `tracks the stock of ${name} (${uuid})`
    }
    case "InventoryTrackingStopped": {
      const { name, uuid } = productTracked(organization, true) ?? newProduct(context, organization)
      startTracking(context, organization, uuid)
      stopTracking(context, organization, uuid)
      return `tracks the stock of ${name} (${uuid}) no longer`
    }
    case "ApplicationConnectionRemoved":
      return disconnect(context, organization)
    case "PersonalAssertionDeleted":
      return deleteKey(context, organization)
    case "TestMessage": {
      const subscriptions = [...organization.subscriptions.values()]
      subscriptions.forEach((subscription) => context.deliveries.sendTestMessageLater(organization, subscription))
      return `sent a test message to each of ${subscriptions.length} subscriptions`
    }
  }
}

function sell(context: SandboxContext, organization: OrganizationState): string {
  const { product, variantUuid } = sellableProduct(context, organization)
  const purchase = ringUpSale(context, organization, basketSchema.parse({ items: [{ variantUuid }] }))
  return `sold one of ${product.name} for ${purchase.amount} (purchase ${purchase.purchaseUUID1})`
}

function changeAddress(context: SandboxContext, organization: OrganizationState): string {
  const contactEmail = `butiken+${context.clock.now().getTime()}@example.com`
  changeProfile(context, organization, { contactEmail })
  return `changed the organization's e-mail to ${contactEmail}`
}

/** An application that had a connection of its own: those that a person allowed stay. */
function disconnect(context: SandboxContext, organization: OrganizationState): string {
  const credential: Credential = {
    id: uuidVersion4(),
    kind: "grant",
    clientId: uuidVersion4(),
    scopes: [...SCOPES],
    revoked: false,
  }
  organization.credentials.set(credential.id, credential)
  revokeCredential(context, organization, credential, "ApplicationConnectionRemoved")
  return `disconnected the application ${credential.clientId}`
}

/** A key that was made for it: the one that a store works with stays. */
function deleteKey(context: SandboxContext, organization: OrganizationState): string {
  const { keyId } = createApiKey(context, organization, [...SCOPES])
  const credential = organization.credentials.get(keyId)
  if (credential) {
    revokeCredential(context, organization, credential, "PersonalAssertionDeleted")
  }
  return `deleted the API key ${keyId}`
}
