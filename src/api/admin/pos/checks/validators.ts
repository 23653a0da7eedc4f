import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/schemas"
import { contactEmailSchema, credentialFields, isOne, ONE } from "../connections/credential-fields"

/** Body of `POST /admin/pos/checks`. */
export const checkBodySchema = z
  .object({
    ...credentialFields,
    /** a region whose currency is compared with the organization's; without it only the organization's is returned */
    region_id: idSchema.optional(),
    contact_email: contactEmailSchema,
  })
  .refine(isOne, ONE)
