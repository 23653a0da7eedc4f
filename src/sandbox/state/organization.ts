import { v1 as uuidVersion1 } from "uuid"
import type { ImportStatus, Organization as Profile, PosProduct, Purchase, Subscription } from "../../pos-api/contract"

/** An API key as the sandbox remembers it. */
export type ApiKey = { id: string; clientId: string; scopes: string[]; revoked: boolean }

/** A subscription and the credential that made it: only that one sees and changes it. */
export type StoredSubscription = Subscription & { signingKey: string; owner: string }

export type DeliveryAttempt = { at: string; status: number | null }

/** One message to one destination, with every attempt; `status` null: no answer. */
export type Delivery = {
  messageId: string
  eventName: string
  subscriptionUuid: string
  destination: string
  body: string
  signature: string
  attempts: DeliveryAttempt[]
}

export type InventoryType = "STORE" | "SUPPLIER" | "SOLD" | "BIN"

/** Everything of one merchant; organisations never see each other's. */
export type OrganizationState = {
  uuid: string
  profile: Profile
  userUuid: string
  apiKeys: Map<string, ApiKey>
  products: Map<string, PosProduct>
  imports: ImportStatus[]
  purchases: Purchase[]
  purchasePositions: Map<string, number>
  inventories: Record<InventoryType, string>
  /** products whose stock is tracked */
  tracked: Set<string>
  /** STORE balance by variant, decimal text */
  balances: Map<string, string>
  /** identifiers of movements that were applied */
  movementIdentifiers: Set<string>
  /** a fault: products of these names are refused, as the service refuses some for reasons of its own */
  refusedNames: Set<string>
  subscriptions: Map<string, StoredSubscription>
  knownDestinations: Set<string>
  deliveries: Delivery[]
  /** what the service would have mailed to a contactEmail */
  failureNotices: { at: string; contactEmail: string; subscriptionUuid: string; message: string }[]
}

export function createOrganizationState(input: {
  name: string
  country: string
  currency: string
  taxationMode: string
  taxationType: string
  timeZone: string
}): OrganizationState {
  const uuid = uuidVersion1()
  return {
    uuid,
    profile: { uuid, ...input, usesVat: input.taxationType === "VAT" },
    userUuid: uuidVersion1(),
    apiKeys: new Map(),
    products: new Map(),
    imports: [],
    purchases: [],
    purchasePositions: new Map(),
    inventories: {
      STORE: uuidVersion1(),
      SUPPLIER: uuidVersion1(),
      SOLD: uuidVersion1(),
      BIN: uuidVersion1(),
    },
    tracked: new Set(),
    balances: new Map(),
    movementIdentifiers: new Set(),
    refusedNames: new Set(),
    subscriptions: new Map(),
    knownDestinations: new Set(),
    deliveries: [],
    failureNotices: [],
  }
}
