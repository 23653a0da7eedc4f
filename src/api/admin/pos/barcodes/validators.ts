import { z } from "@medusajs/framework/zod"
import { idsSchema } from "../../../utils/schemas"

/** Body of `POST /admin/pos/barcodes`. */
export const barcodesBodySchema = z.object({ product_ids: idsSchema })
