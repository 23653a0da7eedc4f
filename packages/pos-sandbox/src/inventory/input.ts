import { z } from "zod"
import { INVENTORY_TYPES, movementRequestSchema, movementSchema, uuidSchema } from "../../../../src/pos-api/contract"

/** What one movement can carry at most, as observed. */
const MAX_MOVEMENT = 100_000

/** `POST /v3/movements` as specified: the identifier says which movement it is. */
export const identifiedMovementsSchema = movementRequestSchema.extend({
  identifier: uuidSchema,
  movements: z.array(movementSchema).min(1),
})

/** The same as observed: the identifier is only a tag. */
export const taggedMovementsSchema = movementRequestSchema.extend({
  identifier: uuidSchema.nullish(),
  movements: z.array(movementSchema.extend({ change: z.number().positive().max(MAX_MOVEMENT) })).min(1),
})

/** `POST /v3/inventories` */
export const newStoreSchema = z.looseObject({
  name: z.string().min(1).max(256),
  description: z.string().max(1_024).nullish(),
})

/** `POST /v3/products/status` */
export const productUuidListSchema = z.array(uuidSchema)

/** `POST /v3/custom-low-stock` */
export const lowStockListSchema = z
  .array(
    z.looseObject({
      inventoryUuid: uuidSchema,
      productUuid: uuidSchema,
      variantUuid: uuidSchema,
      lowStockLevel: z.number().nullish(),
      lowStockAlert: z.boolean().nullish(),
    })
  )
  .min(1)

const changeAmountSchema = z
  .union([z.number(), z.string()])
  .transform((value) => Number(value))
  .refine((value) => Number.isFinite(value) && value > 0, "must be above 0")

const movedSchema = {
  variantUuid: uuidSchema,
  fromLocationUuid: uuidSchema,
  toLocationUuid: uuidSchema,
  change: changeAmountSchema,
}

/** `PUT …/inventory` */
export const inventoryChangesSchema = z.looseObject({
  changes: z.array(z.looseObject({ productUuid: uuidSchema, ...movedSchema })).min(1),
  externalUuid: uuidSchema.nullish(),
})

/** `POST …/v2/inventory/bulk` */
export const bulkInventorySchema = z.looseObject({
  productChanges: z
    .array(
      z.looseObject({
        productUuid: uuidSchema,
        trackingStatusChange: z.enum(["START_TRACKING", "STOP_TRACKING", "NO_CHANGE"]).default("NO_CHANGE"),
        variantChanges: z.array(z.looseObject(movedSchema)).default([]),
      })
    )
    .min(1),
  externalUuid: uuidSchema.nullish(),
})

/** `POST …/inventory` */
export const trackedProductSchema = z.looseObject({ productUuid: uuidSchema })

/** `POST …/inventory/products` */
export const stockOfProductsSchema = z.looseObject({
  locationType: z.enum(INVENTORY_TYPES).default("STORE"),
  productUuids: z.array(uuidSchema),
})

/** One move of the older version. */
export type InventoryChange = z.output<typeof inventoryChangesSchema>["changes"][number]
