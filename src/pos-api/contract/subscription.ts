import { z } from "zod"
import { listSchema, timestampSchema, uuidSchema } from "./common"

export const TEST_MESSAGE = "TestMessage"

export const WEBHOOK_TRANSPORT = "WEBHOOK"

export const MAX_CONTACT_EMAIL_LENGTH = 512

/** Body of a create call. The caller chooses the UUID (version 1); an empty `eventNames` means all events. */
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
  transportName: z.string().nullish(),
  eventNames: listSchema(z.string()),
  updated: timestampSchema.nullish(),
  destination: z.string(),
  contactEmail: z.string().nullish(),
  /** ACTIVE or FAILING */
  status: z.string(),
  signingKey: z.string().nullish(),
})

export type SubscriptionCreate = z.infer<typeof subscriptionCreateSchema>
export type SubscriptionUpdate = z.infer<typeof subscriptionUpdateSchema>
export type Subscription = z.infer<typeof subscriptionSchema>
