import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"
import { contactEmailSchema, credentialFields, isOne, ONE } from "../connections/credential-fields"

/** Body of `POST /admin/pos/checks`. */
export const checkBodySchema = z
  .object({
    ...credentialFields,
    /** its currency is compared with the organisation's; without it only the organisation's is told */
    region_id: idSchema.optional(),
    contact_email: contactEmailSchema,
  })
  .refine(isOne, ONE)
