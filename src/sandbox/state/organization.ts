import { v1 as uuidVersion1 } from "uuid"
import {
  ACCEPTED_CUSTOMER,
  type GiftCard,
  type ImportStatus,
  type Organization as Profile,
  type PosCategory,
  type PosProduct,
  type Subscription,
  TAXATION_MODES,
  TAXATION_TYPES,
  type TaxRateList,
} from "../../pos-api/contract"
import { CompactMap } from "./compact-map"
import { createLedger, type LedgerState } from "../finance/ledger-state"
import { type ChangeLog, createChangeLog } from "../products/change-log"
import type { Discount } from "../products/discount"
import { createPurchaseBook, type PurchaseBook } from "../purchases/purchase-book"
import type { FurtherStore, InventoryType, StockState } from "../inventory/stock-state"
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
export type StoredSubscription = Subscription & {
  signingKey: string
  owner: string
  /** made by the control routes, for a program on this machine: its destination may be plain HTTP there */
  isListener?: boolean
}

export type { Delivery, DeliveryAttempt } from "./delivery"

export type TaxRate = TaxRateList["taxRates"][number]

/** A card as the service keeps it; amounts in minor units of the organisation's currency, dates in its time zone. */
export type GiftCardRecord = GiftCard & { validTo: string | null }

/** A stored picture in its two sizes. */
export type StoredImage = { contentType: string; original: Uint8Array; large: Uint8Array }

const TAXATION_FIELDS = ["taxationType", "taxationMode"] as const

export type TaxationField = (typeof TAXATION_FIELDS)[number]

/** Everything of one merchant; organisations never see each other's. */
export type OrganizationState = {
  uuid: string
  profile: Profile
  /** what holds but is not shown: a profile may leave its taxation out */
  untold: TaxationField[]
  userUuid: string
  credentials: Map<string, Credential>
  products: CompactMap<PosProduct>
  /** product by variant */
  variantProducts: Map<string, string>
  categories: Map<string, PosCategory>
  discounts: Map<string, Discount>
  /** what changed in products and discounts, for who asks what came after a change */
  changes: ChangeLog
  /** sales-tax organisations only */
  taxRates: TaxRate[]
  images: Map<string, StoredImage>
  imports: ImportStatus[]
  purchases: PurchaseBook
  giftCards: Map<string, GiftCardRecord>
  ledger: LedgerState
  /** the default of each type; the till sells from this STORE */
  inventories: Record<InventoryType, string>
  furtherStores: FurtherStore[]
  /** products whose stock is tracked */
  tracked: Set<string>
  stock: StockState
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
  /** null: the profile does not name it; INCLUSIVE then */
  taxationMode: string | null
  /** null: the profile does not name it; VAT then */
  taxationType: string | null
  timeZone: string
  vatPercentage?: number | null
}

export function createOrganizationState(input: OrganizationInput, now: Date): OrganizationState {
  const uuid = uuidVersion1()
  const { taxationMode, taxationType, ...named } = input
  return {
    uuid,
    profile: {
      uuid,
      ...named,
      taxationMode: taxationMode ?? TAXATION_MODES[0],
      taxationType: taxationType ?? TAXATION_TYPES[0],
      vatPercentage: input.vatPercentage ?? null,
      language: "en",
      usesVat: (taxationType ?? TAXATION_TYPES[0]) === "VAT",
      contactEmail: "merchant@example.com",
      customerStatus: ACCEPTED_CUSTOMER,
      created: now.toISOString(),
    },
    untold: untoldOf([], input),
    userUuid: uuidVersion1(),
    credentials: new Map(),
    products: new CompactMap(),
    variantProducts: new Map(),
    categories: new Map(),
    discounts: new Map(),
    changes: createChangeLog(),
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
    furtherStores: [],
    tracked: new Set(),
    stock: new Map(),
    movementIdentifiers: new Set(),
    refusedNames: new Set(),
    subscriptions: new Map(),
    knownDestinations: new Set(),
    deliveries: [],
    failureNotices: [],
  }
}

/** Null makes a field untold, a value tells it again, and what is not named stays. */
export function untoldOf(known: readonly TaxationField[], change: Partial<Record<TaxationField, string | null>>) {
  return TAXATION_FIELDS.filter((field) =>
    change[field] === undefined ? known.includes(field) : change[field] === null
  )
}

/** The profile as the service shows it. */
export const showProfile = ({ profile, untold }: OrganizationState): object =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !untold.some((field) => field === name)))

function defaultTaxRates(): TaxRate[] {
  return [
    { uuid: uuidVersion1(), label: "State", percentage: 6.25, default: true },
    { uuid: uuidVersion1(), label: "City", percentage: 1.5, default: false },
  ]
}
