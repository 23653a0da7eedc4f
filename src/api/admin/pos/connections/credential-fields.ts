import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/schemas"

/** Credentials in a body: a pasted API key, or the id of a sign-in. */
export const credentialFields = {
  api_key: z.string().min(1).max(8_192).optional(),
  authorization_id: idSchema.optional(),
}

type Credentials = { api_key?: string | undefined; authorization_id?: string | undefined }

/** Checks that exactly one of the two is given, for `refine`. */
export const isOne = ({ api_key, authorization_id }: Credentials) =>
  (api_key === undefined) !== (authorization_id === undefined)
export const ONE = { message: "name either `api_key` or `authorization_id`", path: ["api_key"] }

/** Address to which the POS writes when notifications fail; default: the option contactEmail. */
export const contactEmailSchema = z.email().max(512).optional()
