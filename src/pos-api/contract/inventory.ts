import { z } from "zod"
import { decimalTextSchema, quantityTextSchema, timestampSchema, uuidSchema } from "./common"

/** Locations of the inventory interface; only STORE has a bottom, the others never run out (observed "Inventory"). */
export const INVENTORY_TYPES = ["STORE", "SUPPLIER", "SOLD", "BIN"] as const

/** `defaultInventory`: of several of one type, the one that the till works with (docs/service.md [stores]). */
export const inventorySchema = z.looseObject({
  inventoryUuid: uuidSchema,
  inventoryType: z.string(),
  name: z.string().nullish(),
  defaultInventory: z.boolean().nullish(),
})

export const inventoryListSchema = z.array(inventorySchema)

export const trackingChangeSchema = z.looseObject({
  productUuid: uuidSchema,
  tracking: z.enum(["enable", "disable"]),
})

export const trackingChangeListSchema = z.array(trackingChangeSchema)

/** Whether the service counts a product's stock. */
export const trackingStatusSchema = z.looseObject({ productUuid: uuidSchema, enabled: z.boolean() })

/** One move of a positive quantity between two locations, named by their UUIDs. */
export const movementSchema = z.looseObject({
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  from: uuidSchema,
  to: uuidSchema,
  change: z.number().positive(),
})

/**
 * `identifier` is a UUID of the caller's that comes back as `externalUuid`. It is a tag: sent twice, it may move twice
 * (docs/service.md [movements]).
 */
export const movementRequestSchema = z.looseObject({
  identifier: uuidSchema,
  movements: z.array(movementSchema).min(1),
})

/**
 * From which level on a variant is low in an inventory, and whether the till tells of it. Set as a whole: null takes it away
 * (docs/service.md [stores]).
 */
export const lowStockSchema = z.looseObject({
  inventoryUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  lowStockLevel: z.number().nullable(),
  lowStockAlert: z.boolean(),
})

/** A balance as an event and the older rows write it, a decimal in text: "42", "0.350". */
export const balanceSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  locationUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  balance: decimalTextSchema,
  created: timestampSchema.nullish(),
})

export const balanceListSchema = z.array(balanceSchema)

/**
 * A balance in any of its forms, read as one: its location is named `locationUuid` or `inventoryUuid`, the balance is text
 * or a number (docs/service.md [stockRow]). `updated` and `checksum` change whenever the row does, where they are given.
 * `lowStockLevel`: null where none is kept, absent where the row does not tell of it.
 */
export const stockRowSchema = z
  .looseObject({
    organizationUuid: uuidSchema.nullish(),
    locationUuid: uuidSchema.nullish(),
    inventoryUuid: uuidSchema.nullish(),
    productUuid: uuidSchema,
    variantUuid: uuidSchema,
    balance: quantityTextSchema,
    created: timestampSchema.nullish(),
    updated: timestampSchema.nullish(),
    checksum: z.union([z.string(), z.number().transform(String)]).nullish(),
    // Beside the balance: a form of it that is not understood is as if it did not stand there.
    lowStockLevel: quantityTextSchema.nullish().catch(undefined),
  })
  .transform((row, context) => {
    const locationUuid = row.locationUuid ?? row.inventoryUuid
    if (!locationUuid) {
      context.addIssue({ code: "custom", path: ["inventoryUuid"], message: "the row names no inventory" })
      return z.NEVER
    }
    return { ...row, locationUuid }
  })

export type Inventory = z.infer<typeof inventorySchema>
export type TrackingChange = z.infer<typeof trackingChangeSchema>
export type TrackingStatus = z.infer<typeof trackingStatusSchema>
export type Movement = z.infer<typeof movementSchema>
export type MovementRequest = z.infer<typeof movementRequestSchema>
export type LowStock = z.infer<typeof lowStockSchema>
export type StockRow = z.infer<typeof stockRowSchema>
