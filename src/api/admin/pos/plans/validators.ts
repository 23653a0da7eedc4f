import { z } from "@medusajs/framework/zod"
import { PLAN_ACTIONS } from "../../../../contract/catalog"
import { idSchema, MAX_NAMED, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/plans/:id/entries`. */
export const planEntryListQuerySchema = z.object({ ...pageFields, action: z.enum(PLAN_ACTIONS).optional() })

/** Body of `POST /admin/pos/plans/:id/entries`: the merchant's decisions on entries. */
export const planEntriesBodySchema = z.object({
  entries: z
    .array(
      z.object({
        id: idSchema,
        action: z.enum(PLAN_ACTIONS).exclude(["conflict"]),
        /** the POS product, for `link` */
        product_uuid: z.guid().optional(),
      })
    )
    .min(1)
    .max(MAX_NAMED),
})
