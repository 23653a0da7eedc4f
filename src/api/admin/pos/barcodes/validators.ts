import { z } from "@medusajs/framework/zod"
import { idsSchema } from "../../../utils/id-schema"

/** Body of `POST /admin/pos/barcodes`. */
export const barcodesBodySchema = z.object({ product_ids: idsSchema })
