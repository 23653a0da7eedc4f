import { v1 as uuidVersion1 } from "uuid"
import type {
  GiftCard,
  ImportStatus,
  Organization as Profile,
  PosProduct,
  Subscription,
  TaxRateList,
} from "../../pos-api/contract"
import { CompactMap } from "./compact-map"
import { createLedger, type LedgerState } from "../finance/ledger-state"
import { createPurchaseBook, type PurchaseBook } from "../purchases/purchase-book"
import type { Delivery } from "./delivery"

/** An API key, or a connection that a person allowed (authorization code), as the sandbox remembers it. */
export type Credential = {
  id: string
  kind: "api-key" | "grant"
  clientId: string
  scopes: string[]
  revoked: boolean
  /** grants only: the one refresh token that is valid, and until when (epoch seconds) */
  refreshToken?: { value: string; expires: number }
}

/** A subscription and the credential that made it: only that one sees and changes it. */
export type StoredSubscription = Subscription & { signingKey: string; owner: string }

export type { Delivery, DeliveryAttempt } from "./delivery"

export type InventoryType = "STORE" | "SUPPLIER" | "SOLD" | "BIN"

export type TaxRate = TaxRateList["taxRates"][number]

/** A card as the service keeps it; amounts in minor units of the organisation's currency, dates in its time zone. */
export type GiftCardRecord = GiftCard & { validTo: string | null }

/** A stored picture in its two sizes. */
export type StoredImage = { contentType: string; original: Uint8Array; large: Uint8Array }

/** Everything of one merchant; organisations never see each other's. */
export type OrganizationState = {
  uuid: string
  profile: Profile
  userUuid: string
  credentials: Map<string, Credential>
  products: CompactMap<PosProduct>
  /** product by variant */
  variantProducts: Map<string, string>
  /** sales-tax organisations only */
  taxRates: TaxRate[]
  images: Map<string, StoredImage>
  imports: ImportStatus[]
  purchases: PurchaseBook
  giftCards: Map<string, GiftCardRecord>
  ledger: LedgerState
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

export type OrganizationInput = {
  name: string
  country: string
  currency: string
  taxationMode: string
  taxationType: string
  timeZone: string
  vatPercentage?: number | null
}

export function createOrganizationState(input: OrganizationInput, now: Date): OrganizationState {
  const uuid = uuidVersion1()
  return {
    uuid,
    profile: {
      uuid,
      ...input,
      vatPercentage: input.vatPercentage ?? null,
      language: "en",
      usesVat: input.taxationType === "VAT",
      contactEmail: "merchant@example.com",
      created: now.toISOString(),
    },
    userUuid: uuidVersion1(),
    credentials: new Map(),
    products: new CompactMap(),
    variantProducts: new Map(),
    taxRates: input.taxationType === "SALES_TAX" ? defaultTaxRates() : [],
    images: new Map(),
    imports: [],
    purchases: createPurchaseBook(),
    giftCards: new Map(),
    ledger: createLedger(),
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

function defaultTaxRates(): TaxRate[] {
  return [
    { uuid: uuidVersion1(), label: "State", percentage: 6.25, default: true },
    { uuid: uuidVersion1(), label: "City", percentage: 1.5, default: false },
  ]
}
