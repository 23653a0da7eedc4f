import { z } from "zod"
import { idSchema } from "../../../utils/schemas"

/** Body of `POST /admin/pos/authorizations`; with the connection's id when an existing one is signed in again. */
export const startSignInBodySchema = z.object({ connection_id: idSchema.optional() })

/** Body of `POST /admin/pos/authorizations/complete`: the parameters that the browser returned. */
export const finishSignInBodySchema = z.object({
  state: z.string().min(1).max(512),
  code: z.string().min(1).max(4_096),
})
