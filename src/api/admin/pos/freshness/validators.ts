import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/schemas"

/** Query of `GET /admin/pos/freshness`. */
export const freshnessQuerySchema = z.object({ connection_id: idSchema.optional() })
