import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"

/** Body of `POST /admin/pos/authorizations`: for a connection that is signed in anew, its id. */
export const startSignInBodySchema = z.object({ connection_id: idSchema.optional() })

/** Body of `POST /admin/pos/authorizations/complete`: what the browser brought back. */
export const finishSignInBodySchema = z.object({
  state: z.string().min(1).max(512),
  code: z.string().min(1).max(4_096),
})
