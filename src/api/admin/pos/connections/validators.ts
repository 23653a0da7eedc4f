import { z } from "@medusajs/framework/zod"
import { connectBodySchema } from "../validators"

/** Body of `POST /admin/pos/checks`. */
export const checkBodySchema = z.object({
  api_key: connectBodySchema.shape.api_key,
  /** its currency is compared with the organisation's; without it only the organisation's is told */
  region_id: z.string().min(1).optional(),
})

/** Body of `POST /admin/pos/connections/:id/api-key`. */
export const rotateKeyBodySchema = z.object({ api_key: connectBodySchema.shape.api_key })

export type CheckBody = z.infer<typeof checkBodySchema>
export type RotateKeyBody = z.infer<typeof rotateKeyBodySchema>
