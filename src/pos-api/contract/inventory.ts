import { z } from "@medusajs/framework/zod"
import { decimalTextSchema, timestampSchema, uuidSchema } from "./common"

/** Locations of the inventory interface; only STORE has a bottom, the others never run out (service-facts "Inventory interface"). */
export const INVENTORY_TYPES = ["STORE", "SUPPLIER", "SOLD", "BIN"] as const

export const inventorySchema = z.looseObject({
  inventoryUuid: uuidSchema,
  inventoryType: z.string(),
  name: z.string().nullish(),
})

export const inventoryListSchema = z.array(inventorySchema)

export const trackingChangeSchema = z.looseObject({
  productUuid: uuidSchema,
  tracking: z.enum(["enable", "disable"]),
})

export const trackingChangeListSchema = z.array(trackingChangeSchema)

/** One move of a positive quantity between two locations, named by their UUIDs. */
export const movementSchema = z.looseObject({
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  from: uuidSchema,
  to: uuidSchema,
  change: z.number().positive(),
})

/** `identifier` is the caller's UUID: a repeat of it is not applied again, and it comes back as `externalUuid`. */
export const movementRequestSchema = z.looseObject({
  identifier: uuidSchema,
  movements: z.array(movementSchema).min(1),
})

/** A balance is a decimal in text: "42", "0.350". */
export const balanceSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  locationUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  balance: decimalTextSchema,
  created: timestampSchema.nullish(),
})

export const balanceListSchema = z.array(balanceSchema)

export type Inventory = z.infer<typeof inventorySchema>
export type TrackingChange = z.infer<typeof trackingChangeSchema>
export type Movement = z.infer<typeof movementSchema>
export type MovementRequest = z.infer<typeof movementRequestSchema>
export type Balance = z.infer<typeof balanceSchema>
