import { z } from "zod"
import type { Scope } from "./account"
import { listSchema, timestampSchema, uuidSchema } from "./common"
import { stockRowSchema } from "./inventory"
import { productSchema } from "./product"

/** Name of the event that the POS sends while it creates a subscription. */
export const TEST_MESSAGE = "TestMessage"

/** The transport of subscriptions that the POS delivers as webhooks. */
export const WEBHOOK_TRANSPORT = "WEBHOOK"

/** The most characters of a subscription's contact address. */
export const MAX_CONTACT_EMAIL_LENGTH = 512

/** Body of a create call. The caller chooses the UUID (version 1); an empty `eventNames` means all events. */
export const subscriptionCreateSchema = z.looseObject({
  uuid: uuidSchema,
  transportName: z.literal(WEBHOOK_TRANSPORT),
  eventNames: z.array(z.string()),
  destination: z.string().min(1),
  contactEmail: z.email().max(MAX_CONTACT_EMAIL_LENGTH),
})

/** Schema of the body of an update call: the fields that change. */
export const subscriptionUpdateSchema = subscriptionCreateSchema.omit({ uuid: true }).partial()

/** Schema of a subscription. `signingKey` is a secret. */
export const subscriptionSchema = z.looseObject({
  uuid: uuidSchema,
  transportName: z.string().nullish(),
  eventNames: listSchema(z.string()),
  updated: timestampSchema.nullish(),
  destination: z.string(),
  contactEmail: z.string().nullish(),
  /** ACTIVE or FAILING */
  status: z.string(),
  signingKey: z.string().nullish(),
})

/** The body of a call that creates a subscription. */
export type SubscriptionCreate = z.infer<typeof subscriptionCreateSchema>

/** The body of a call that updates a subscription: the fields that change. */
export type SubscriptionUpdate = z.infer<typeof subscriptionUpdateSchema>

/** A subscription to webhooks. `signingKey` is a secret. */
export type Subscription = z.infer<typeof subscriptionSchema>

/**
 * The envelope of a webhook (spec "Events", shape from observed "Webhooks"). `payload` is usually a JSON text,
 * sometimes an object. `timestamp` is missing on some test messages.
 */
export const notificationSchema = z.looseObject({
  eventName: z.string().min(1),
  organizationUuid: uuidSchema.nullish(),
  /** the idempotency key: a message can arrive more than once, late and out of order */
  messageId: z.string().min(1).max(255),
  messageUuid: z.string().nullish(),
  payload: z.union([z.string(), z.looseObject({})]),
  timestamp: timestampSchema.nullish(),
})

/** The organization that a payload names; most events do. Other fields are left out, `__proto__` among them. */
export const ofOrganizationSchema = z.object({ organizationUuid: uuidSchema.nullish() })

/** Any text, in lower case as all UUIDs of the POS. */
const identifierSchema = z.string().toLowerCase()

/** The identifiers in a notification's payload; which of them are present depends on the event. */
const identifiersSchema = z.object({
  purchaseUuid: identifierSchema.optional(),
  purchaseUUID1: identifierSchema.optional(),
  productUuid: identifierSchema.optional(),
  uuid: identifierSchema.optional(),
  newEntity: z.object({ uuid: identifierSchema }).optional(),
  balanceAfter: z.array(z.object({ productUuid: identifierSchema })).optional(),
})

type Identifiers = z.infer<typeof identifiersSchema>

type EventDeclaration = {
  /** the scope that a subscription to it needs (spec "Events"); null: none */
  scope: Scope | null
  /** the record that it is about; notifications about one record are handled in their order. Null: none */
  subject: ((identifiers: Identifiers) => string) | null
}

const toPurchase = ({ purchaseUuid, purchaseUUID1 }: Identifiers) =>
  `purchase:${purchaseUuid ?? purchaseUUID1 ?? "unknown"}`
const toProduct = ({ newEntity, uuid }: Identifiers) => `product:${newEntity?.uuid ?? uuid ?? "unknown"}`
const toTrackedProduct = ({ productUuid }: Identifiers) => `product:${productUuid ?? "unknown"}`
const toStock = ({ balanceAfter }: Identifiers) => `stock:${balanceAfter?.[0]?.productUuid ?? "unknown"}`

/** All events that a subscription may list. Their handlers are in `src/features/background/inbox-handlers.ts`. */
export const EVENTS = {
  PurchaseCreated: { scope: "READ:PURCHASE", subject: toPurchase },
  OrganizationUpdated: { scope: "READ:USERINFO", subject: () => "organization" },
  ProductCreated: { scope: "READ:PRODUCT", subject: toProduct },
  ProductUpdated: { scope: "READ:PRODUCT", subject: toProduct },
  ProductDeleted: { scope: "READ:PRODUCT", subject: toProduct },
  InventoryBalanceChanged: { scope: "READ:PRODUCT", subject: toStock },
  InventoryTrackingStarted: { scope: "READ:PRODUCT", subject: toTrackedProduct },
  InventoryTrackingStopped: { scope: "READ:PRODUCT", subject: toTrackedProduct },
  ApplicationConnectionRemoved: { scope: null, subject: null },
  PersonalAssertionDeleted: { scope: null, subject: null },
} as const satisfies Record<string, EventDeclaration>

/** An event that a subscription may list. */
export type EventName = keyof typeof EVENTS

/** Returns whether a subscription may list an event of this name. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)

/** Names of all events that a subscription may list. */
export const EVENT_NAMES = Object.keys(EVENTS).filter(isEventName)

/** Returns the record that a notification is about; null: an unknown event, or none. */
export function getSubject(eventName: string, payload: unknown): string | null {
  if (!isEventName(eventName)) {
    return null
  }
  const { subject }: EventDeclaration = EVENTS[eventName]
  return subject && subject(identifiersSchema.safeParse(payload).data ?? {})
}

/** Schema of the payload of a test message. */
export const testMessagePayloadSchema = z.looseObject({ data: z.string() })

/** Payload of ProductUpdated. `oldEntity` is not read: the store has its own record of the previous state. */
export const productUpdatedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  newEntity: productSchema,
})

/** Schema of the payload of InventoryBalanceChanged: the balances before and after a change. */
export const inventoryBalanceChangedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  updated: z
    .looseObject({
      uuid: z.string().nullish(),
      timestamp: timestampSchema.nullish(),
      userType: z.string().nullish(),
      clientUuid: z.string().nullish(),
    })
    .nullish(),
  balanceBefore: listSchema(stockRowSchema),
  balanceAfter: listSchema(stockRowSchema),
  /** the caller's own id when the change was made through the inventory interface */
  externalUuid: uuidSchema.nullish(),
})

/** Schema of the payload of InventoryTrackingStarted. */
export const inventoryTrackingStartedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  productUuid: uuidSchema,
  created: z.looseObject({}).nullish(),
})

/** Schema of the payload of InventoryTrackingStopped. */
export const inventoryTrackingStoppedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  productUuid: uuidSchema,
  changeInformation: z.looseObject({}).nullish(),
})

/**
 * Payload of ApplicationConnectionRemoved and PersonalAssertionDeleted. The type takes precedence over the event name.
 */
export const credentialsRemovedPayloadSchema = z.looseObject({ type: z.string().nullish() })

/** The envelope of a webhook. `messageId` is its idempotency key. */
export type Notification = z.infer<typeof notificationSchema>

/** The payload of InventoryBalanceChanged. Balances are decimal text. */
export type InventoryBalanceChangedPayload = z.infer<typeof inventoryBalanceChangedPayloadSchema>

/** The payload of ProductUpdated: the product as it is now. */
export type ProductUpdatedPayload = z.infer<typeof productUpdatedPayloadSchema>
