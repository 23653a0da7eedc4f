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

/** Query of `DELETE /admin/pos/connections/:id`. */
export const disconnectQuerySchema = z.object({
  /** `wipe`: all data of the connection are forgotten for good; see `GET …/:id/disconnect` for what that is */
  data: z.enum(["keep", "wipe"]).default("keep"),
  /** the API key ends at the service, too; false leaves it to the merchant */
  revoke: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** Body of `POST /admin/pos/connections/:id/profile`: a region with the new currency, after that has changed. */
export const confirmProfileBodySchema = z.object({ region_id: z.string().min(1).optional() })

export type ConfirmProfileBody = z.infer<typeof confirmProfileBodySchema>
export type CheckBody = z.infer<typeof checkBodySchema>
export type RotateKeyBody = z.infer<typeof rotateKeyBodySchema>
