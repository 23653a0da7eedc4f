import { z } from "@medusajs/framework/zod"
import { overridesSchema } from "../../../../workflows/push/overrides"
import { INCLUSIONS, PRODUCT_LINK_STATES } from "../../../../vocabulary/product-link"
import { idSchema, idsSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/product-links`. */
export const productLinkListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  product_id: idSchema.optional(),
  state: z.enum(PRODUCT_LINK_STATES).optional(),
})

/** Body of `POST /admin/pos/product-links/push`: tries products again now. */
export const pushProductsBodySchema = z.object({ connection_id: idSchema, product_ids: idsSchema })

/** Body of `POST /admin/pos/product-links/inclusion`. */
export const inclusionBodySchema = pushProductsBodySchema.extend({ inclusion: z.enum(INCLUSIONS) })

/** Body of `POST /admin/pos/product-links/overrides`; null: the shop's own again. */
export const overridesBodySchema = z.object({
  connection_id: idSchema,
  product_id: idSchema,
  overrides: overridesSchema.nullable(),
})
