import { z } from "zod"
import { listSchema, timestampSchema, uuidSchema } from "./common"
import { stockRowSchema } from "./inventory"
import { productSchema } from "./product"

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

export const testMessagePayloadSchema = z.looseObject({ data: z.string() })

/** Payload of ProductUpdated. `oldEntity` is not read: the store has its own record of the previous state. */
export const productUpdatedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  newEntity: productSchema,
})

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

export const inventoryTrackingStartedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  productUuid: uuidSchema,
  created: z.looseObject({}).nullish(),
})

export const inventoryTrackingStoppedPayloadSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  productUuid: uuidSchema,
  changeInformation: z.looseObject({}).nullish(),
})

/**
 * Payload of ApplicationConnectionRemoved and PersonalAssertionDeleted. The type takes precedence over the event name.
 */
export const credentialsRemovedPayloadSchema = z.looseObject({ type: z.string().nullish() })

export type Notification = z.infer<typeof notificationSchema>
export type InventoryBalanceChangedPayload = z.infer<typeof inventoryBalanceChangedPayloadSchema>
export type ProductUpdatedPayload = z.infer<typeof productUpdatedPayloadSchema>
