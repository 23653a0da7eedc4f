import { z } from "zod"
import { overridesSchema } from "../../../../features/catalog"
import { BULK_ACTIONS, INCLUSIONS, LINK_ORDERS, PRODUCT_LINK_STATES } from "../../../../contract/catalog"
import { codeSearchSchema, dismissalReasonSchema, idSchema, idsSchema, pageFields } from "../../../utils/schemas"

/** A sort order as the dashboard's tables write it: a name, with a leading minus for descending. */
const orderSchema = z
  .string()
  .regex(new RegExp(`^-?(${LINK_ORDERS.join("|")})$`), `\`order\` must be one of ${LINK_ORDERS.join(", ")}, or -…`)
  .transform((text) => ({
    by: LINK_ORDERS.find((name) => text.replace("-", "") === name) ?? "product_id",
    descending: text.startsWith("-"),
  }))

/** Query of `GET /admin/pos/product-links`. */
export const productLinkListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  product_id: idSchema.optional(),
  state: z.enum(PRODUCT_LINK_STATES).optional(),
  /** part of a title, SKU, barcode, EAN or UPC */
  q: codeSearchSchema.optional(),
  /** `title`, `-title`, `pushed_at`, `-pushed_at`, `product_id` or `-product_id` */
  order: orderSchema.default({ by: "product_id", descending: false }),
  /** true: includes stock and prices of both sides */
  sides: z.union([z.boolean(), z.stringbool()]).prefault(false),
})

const matchingFields = {
  connection_id: idSchema,
  q: codeSearchSchema.optional(),
  state: z.enum(PRODUCT_LINK_STATES).optional(),
}

/** Query of `GET /admin/pos/product-links/counts`. */
export const productLinkCountsQuerySchema = z.object({
  connection_id: idSchema.optional(),
  q: codeSearchSchema.optional(),
})

/** Query of `GET /admin/pos/product-links/matching`. */
export const matchingQuerySchema = z.object(matchingFields)

/** Body of `POST /admin/pos/product-links/matching`. */
export const bulkBodySchema = z.object({ ...matchingFields, action: z.enum(BULK_ACTIONS) })

/** Body of `POST /admin/pos/product-links/push`: the products to push again now. */
export const pushProductsBodySchema = z.object({ connection_id: idSchema, product_ids: idsSchema })

/** Body of `POST /admin/pos/product-links/inclusion`. */
export const inclusionBodySchema = pushProductsBodySchema.extend({ inclusion: z.enum(INCLUSIONS) })

/** Body of `POST /admin/pos/product-links/dismiss`: the rejected products to dismiss, by the ids of their links. */
export const dismissRejectionsBodySchema = z.object({
  connection_id: idSchema,
  ids: idsSchema,
  /** why; shown with the products and in the activity log */
  reason: dismissalReasonSchema.optional(),
})

/** Body of `POST /admin/pos/product-links/overrides`; null: the store's own value again. */
export const overridesBodySchema = z.object({
  connection_id: idSchema,
  product_id: idSchema,
  overrides: overridesSchema.nullable(),
})
