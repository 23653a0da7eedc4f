import { z } from "zod"
import { uuidSchema } from "../../pos-api/contract"

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

/** One move of the older version. */
export type InventoryChange = z.output<typeof inventoryChangesSchema>["changes"][number]
