import { z } from "zod"
import { listSchema, timestampSchema, uuidSchema } from "./common"

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
