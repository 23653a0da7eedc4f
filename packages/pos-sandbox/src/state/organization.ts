import { z } from "zod"
import { v1 as uuidVersion1 } from "uuid"
import {
  ACCEPTED_CUSTOMER,
  type GiftCard,
  type ImportStatus,
  type PosProduct,
  priceSchema,
  PRODUCT_LIMITS,
  type Organization as Profile,
  type Subscription,
  TAXATION_MODES,
  TAXATION_TYPES,
  type TaxRateList,
  uuidSchema,
} from "../../../../src/pos-api/contract"
import type { FurtherStore, InventoryType, StockState } from "../inventory/stock-state"
import { type ChangeLog, createChangeLog } from "../products/change-log"
import { createPurchaseBook, type PurchaseBook } from "../purchases/purchase-book"
import { chooseDialect, dialectChoiceSchema } from "./dialect"

/** A value as the bytes of its JSON: outside the heap, and half of what the object takes there. */
const compact = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

const toText = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()

/**
 * A map of plain objects that keeps each as the bytes of its JSON, for the many things that a sandbox holds and seldom
 * reads. What `get` returns is a copy: a change of it changes nothing until it is set again.
 */
export class CompactMap<Value extends object> {
  /** What was stored here has passed a schema on its way in. */
  private readonly schema = z.custom<Value>((value) => typeof value === "object" && value !== null)

  /** @param bytes what a snapshot has kept */
  constructor(readonly bytes: Map<string, Uint8Array> = new Map()) {}

  get size(): number {
    return this.bytes.size
  }

  has(key: string): boolean {
    return this.bytes.has(key)
  }

  get(key: string): Value | undefined {
    const bytes = this.bytes.get(key)
    return bytes && this.read(bytes)
  }

  set(key: string, value: Value): void {
    this.bytes.set(key, compact(value))
  }

  delete(key: string): boolean {
    return this.bytes.delete(key)
  }

  keys(): IterableIterator<string> {
    return this.bytes.keys()
  }

  *values(): Generator<Value> {
    for (const bytes of this.bytes.values()) {
      yield this.read(bytes)
    }
  }

  private read(bytes: Uint8Array): Value {
    return this.schema.parse(JSON.parse(toText(bytes)))
  }
}

/**
 * How the sandbox behaves where the real POS has been seen to differ (as observed). All of it can be changed
 * while it runs, by `PATCH /_sandbox/settings`.
 */
export const settingsSchema = z.looseObject({
  /** a notification's payload as JSON text, as it mostly comes, or as an object */
  payloadForm: z.enum(["string", "object"]).default("string"),
  /** times in the notification of a purchase: ISO 8601, or epoch milliseconds */
  purchaseTimestampForm: z.enum(["iso", "epoch"]).default("iso"),
  /** "odd": lost credentials are notified as ApplicationConnectionRemoved with the type PersonalAssertionDeleted */
  credentialsRemovedForm: z.enum(["plain", "odd"]).default("plain"),
  /** where a subscription's signing key is shown: when it is created and in the list, only in the list, or nowhere */
  signingKeysTold: z.enum(["always", "list", "never"]).default("always"),
  /** a failed import applies the products that are good, which the POS does not promise */
  importAppliesGoodPart: z.boolean().default(false),
  /** seconds of the sandbox's clock that an import takes */
  importSeconds: z.number().min(0).max(86_400).default(0),
  /** as specified, as observed, or with every oddity: for all points of the dialect, or for each that is named */
  dialect: dialectChoiceSchema.default("spec").transform((choice) => chooseDialect(choice)),
})

export type Settings = z.output<typeof settingsSchema>

export const settingsPatchSchema = z.looseObject({
  payloadForm: settingsSchema.shape.payloadForm.unwrap().optional(),
  purchaseTimestampForm: settingsSchema.shape.purchaseTimestampForm.unwrap().optional(),
  credentialsRemovedForm: settingsSchema.shape.credentialsRemovedForm.unwrap().optional(),
  signingKeysTold: settingsSchema.shape.signingKeysTold.unwrap().optional(),
  importAppliesGoodPart: settingsSchema.shape.importAppliesGoodPart.unwrap().optional(),
  importSeconds: settingsSchema.shape.importSeconds.unwrap().optional(),
  dialect: dialectChoiceSchema.optional(),
})

export type SettingsPatch = z.output<typeof settingsPatchSchema>

/** What is not named stays as it is. */
export function changeSettings(settings: Settings, { dialect, ...change }: SettingsPatch): Settings {
  return { ...settings, ...change, dialect: chooseDialect(dialect ?? {}, settings.dialect) }
}

type DeliveryAttempt = { at: string; status: number | null }

/** One message to one destination, with every attempt; `status` null: no answer. */
export type Delivery = {
  messageId: string
  eventName: string
  subscriptionUuid: string
  destination: string
  body: string
  /** empty: it goes out without one */
  signature: string
  attempts: DeliveryAttempt[]
  /** `lost`: a fault kept it back, and the POS takes it for delivered */
  state: "pending" | "delivered" | "failed" | "lost"
  /** when the next attempt is due (epoch milliseconds of the sandbox's clock); null: none waits */
  dueAt: number | null
}

/** A row of an account: `at` in epoch milliseconds, `amount` in minor units, `uuid` of what originated it. */
export type LedgerEntry = {
  at: number
  amount: number
  type: string
  uuid: string
  /** of a card payment, which the older version of the interface names so */
  isCard?: boolean
}

/** A payment on its way to the liquid account; `fee` is what is taken of it (negative), or refunded (positive). */
export type PendingPayment = {
  settlesAt: number
  amount: number
  fee: number
  type: string
  uuid: string
  isCard?: boolean
}

export const PERIODICITIES = ["DAILY", "WEEKLY", "MONTHLY"] as const

export type Periodicity = (typeof PERIODICITIES)[number]

/** The account of one organization. Entries are in order of time; everything up to `settledUntil` has happened. */
export type LedgerState = {
  liquid: LedgerEntry[]
  preliminary: LedgerEntry[]
  pending: PendingPayment[]
  /** payouts that the bank will send back, by the time that happens */
  failing: { at: number; amount: number; uuid: string }[]
  /** of the liquid account, minor units */
  balance: number
  settledUntil: number | null
  periodicity: Periodicity
  /** a balance below this many minor units stays on the account */
  minimumPayout: number
  /** so many of the next payouts fail */
  failPayouts: number
}

function createLedger(): LedgerState {
  return {
    liquid: [],
    preliminary: [],
    pending: [],
    failing: [],
    balance: 0,
    settledUntil: null,
    periodicity: "DAILY",
    minimumPayout: 100,
    failPayouts: 0,
  }
}

const text = z.string().max(1_024).nullish()

/** A reduction to choose at the register: of an amount in minor units, or of a percentage. */
export const discountSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().max(PRODUCT_LIMITS.nameLength).nullish(),
  description: text,
  amount: priceSchema.nullish(),
  /** as text, whether it is sent as text or as a number */
  percentage: z.coerce.number().min(0).max(100).transform(String).nullish(),
  imageLookupKeys: z.array(z.string()).nullish(),
  externalReference: text,
})

/** What a library answers of a discount, null where unset. */
export const shownDiscountSchema = discountSchema.extend({
  etag: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
  updatedBy: uuidSchema,
})

export type Discount = z.output<typeof shownDiscountSchema>

export type DiscountContent = z.output<typeof discountSchema>

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

/** A category as it is kept, with when it was made and last renamed (ISO 8601). */
export type StoredCategory = { uuid: string; name: string; created: string; updated: string }

type TaxRate = TaxRateList["taxRates"][number]

/** A card as the POS keeps it; amounts in minor units of the organization's currency, dates in its time zone. */
export type GiftCardRecord = GiftCard & { validTo: string | null }

/** A stored image in its two sizes. */
export type StoredImage = { contentType: string; original: Uint8Array; large: Uint8Array }

const TAXATION_FIELDS = ["taxationType", "taxationMode"] as const

export type TaxationField = (typeof TAXATION_FIELDS)[number]

/** Everything of one merchant; organizations never see each other's. */
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
  categories: Map<string, StoredCategory>
  discounts: Map<string, Discount>
  /** what changed in products and discounts, for requests of later changes */
  changes: ChangeLog
  /** sales-tax organizations only */
  taxRates: TaxRate[]
  images: Map<string, StoredImage>
  imports: ImportStatus[]
  purchases: PurchaseBook
  giftCards: Map<string, GiftCardRecord>
  ledger: LedgerState
  /** the default of each type; the register sells from this STORE */
  inventories: Record<InventoryType, string>
  furtherStores: FurtherStore[]
  /** products whose stock is tracked */
  tracked: Set<string>
  stock: StockState
  /** identifiers of movements that were applied */
  movementIdentifiers: Set<string>
  /** a fault: products of these names are refused, as the POS refuses some for reasons of its own */
  refusedNames: Set<string>
  subscriptions: Map<string, StoredSubscription>
  knownDestinations: Set<string>
  deliveries: Delivery[]
  /** what the POS would have mailed to a contactEmail */
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
    untold: updateHiddenFields([], input),
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

/** Null hides a field, a value shows it again, and fields that are not named stay. */
export function updateHiddenFields(
  known: readonly TaxationField[],
  change: Partial<Record<TaxationField, string | null>>
) {
  return TAXATION_FIELDS.filter((field) =>
    change[field] === undefined ? known.includes(field) : change[field] === null
  )
}

/** The profile as the POS shows it. */
export const showProfile = ({ profile, untold }: OrganizationState): object =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !untold.some((field) => field === name)))

function defaultTaxRates(): TaxRate[] {
  return [
    { uuid: uuidVersion1(), label: "State", percentage: 6.25, default: true },
    { uuid: uuidVersion1(), label: "City", percentage: 1.5, default: false },
  ]
}
