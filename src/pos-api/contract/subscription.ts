import { z } from "zod"
import { timestampSchema, uuidSchema } from "./common"

/** Event names a subscription may list, with the scope each needs (spec "Events"); null: any scope. */
export const EVENT_SCOPES = {
  PurchaseCreated: "READ:PURCHASE",
  OrganizationUpdated: "READ:USERINFO",
  ProductCreated: "READ:PRODUCT",
  ProductUpdated: "READ:PRODUCT",
  ProductDeleted: "READ:PRODUCT",
  InventoryBalanceChanged: "READ:PRODUCT",
  InventoryTrackingStarted: "READ:PRODUCT",
  InventoryTrackingStopped: "READ:PRODUCT",
  ApplicationConnectionRemoved: null,
  PersonalAssertionDeleted: null,
} as const

export type EventName = keyof typeof EVENT_SCOPES

export const EVENT_NAMES = Object.keys(EVENT_SCOPES).filter(isEventName)

export function isEventName(name: string): name is EventName {
  return name in EVENT_SCOPES
}

export const TEST_MESSAGE = "TestMessage"

export const WEBHOOK_TRANSPORT = "WEBHOOK"

export const MAX_CONTACT_EMAIL_LENGTH = 512

export const SUBSCRIPTION_STATUSES = ["ACTIVE", "FAILING"] as const

/** What a create call sends: the UUID (version 1) is the caller's; an empty `eventNames` means all events. */
export const subscriptionCreateSchema = z.looseObject({
  uuid: uuidSchema,
  transportName: z.literal(WEBHOOK_TRANSPORT),
  eventNames: z.array(z.string()),
  destination: z.string().min(1),
  contactEmail: z.email().max(MAX_CONTACT_EMAIL_LENGTH),
})

export const subscriptionUpdateSchema = subscriptionCreateSchema.omit({ uuid: true }).partial()

export const subscriptionSchema = z.looseObject({
  uuid: uuidSchema,
  transportName: z.string(),
  eventNames: z.array(z.string()),
  updated: timestampSchema.nullish(),
  destination: z.string(),
  contactEmail: z.string().nullish(),
  /** ACTIVE or FAILING */
  status: z.string(),
  signingKey: z.string().nullish(),
})

export const subscriptionListSchema = z.array(subscriptionSchema)

export type SubscriptionCreate = z.infer<typeof subscriptionCreateSchema>
export type SubscriptionUpdate = z.infer<typeof subscriptionUpdateSchema>
export type Subscription = z.infer<typeof subscriptionSchema>
