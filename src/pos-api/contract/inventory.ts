import { z } from "zod"
import { decimalTextSchema, quantityTextSchema, timestampSchema, uuidSchema } from "./common"

/** Locations of the inventory interface. Only STORE is limited; the others never run out (observed "Inventory"). */
export const INVENTORY_TYPES = ["STORE", "SUPPLIER", "SOLD", "BIN"] as const

/** An inventory. `defaultInventory`: the one of several of its type that registers use (docs/reference/pos-api.md [stores]). */
export const inventorySchema = z.looseObject({
  inventoryUuid: uuidSchema,
  inventoryType: z.string(),
  name: z.string().nullish(),
  defaultInventory: z.boolean().nullish(),
})

/** Schema of the inventories of an organization. */
export const inventoryListSchema = z.array(inventorySchema)

/** Schema of a change that switches stock tracking of a product on or off. */
export const trackingChangeSchema = z.looseObject({
  productUuid: uuidSchema,
  tracking: z.enum(["enable", "disable"]),
})

/** Schema of several changes of stock tracking. */
export const trackingChangeListSchema = z.array(trackingChangeSchema)

/** Whether the POS tracks a product's stock. */
export const trackingStatusSchema = z.looseObject({ productUuid: uuidSchema, enabled: z.boolean() })

/** A movement of a positive quantity between two locations, named by their UUIDs. */
export const movementSchema = z.looseObject({
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  from: uuidSchema,
  to: uuidSchema,
  change: z.number().positive(),
})

/**
 * Movements to be sent. `identifier` is a UUID of the caller's that is returned as `externalUuid`. It is only a tag,
 * not an idempotency key: sent twice, it may move twice (docs/reference/pos-api.md [movements]).
 */
export const movementRequestSchema = z.looseObject({
  identifier: uuidSchema,
  movements: z.array(movementSchema).min(1),
})

/**
 * Low-stock level of a variant in an inventory, and whether the POS alerts about it. It is replaced as a whole: null
 * removes it (docs/reference/pos-api.md [stores]).
 */
export const lowStockSchema = z.looseObject({
  inventoryUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  lowStockLevel: z.number().nullable(),
  lowStockAlert: z.boolean(),
})

/** A balance as in events and older rows, as decimal text: "42", "0.350". */
export const balanceSchema = z.looseObject({
  organizationUuid: uuidSchema.nullish(),
  locationUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  balance: decimalTextSchema,
  created: timestampSchema.nullish(),
})

/** Schema of a list of balances. */
export const balanceListSchema = z.array(balanceSchema)

/**
 * A balance, normalized from all of its forms: its location is named `locationUuid` or `inventoryUuid`, the balance is
 * text or a number (docs/reference/pos-api.md [stockRow]). `updated` and `checksum`, where present, change whenever the row does.
 * `lowStockLevel`: null where there is none, absent where the row does not say.
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
    // Less important than the balance: an unreadable value is treated as absent.
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

/** An inventory of the POS, such as the store or a supplier. */
export type Inventory = z.infer<typeof inventorySchema>

/** A change that switches stock tracking of a product on or off. */
export type TrackingChange = z.infer<typeof trackingChangeSchema>

/** Whether the POS tracks the stock of a product. */
export type TrackingStatus = z.infer<typeof trackingStatusSchema>

/** A movement of a positive quantity from one inventory to another. */
export type Movement = z.infer<typeof movementSchema>

/** Movements that are sent in one call, with an identifier of the caller. */
export type MovementRequest = z.infer<typeof movementRequestSchema>

/** The low-stock level of a variant in an inventory; null removes it. */
export type LowStock = z.infer<typeof lowStockSchema>

/** A balance of a variant in an inventory, as decimal text. */
export type StockRow = z.infer<typeof stockRowSchema>
