import { z } from "@medusajs/framework/zod"
import { idSchema } from "../../../utils/id-schema"

/** An API key, pasted as the service shows it; or a sign-in, by its id. */
export const credentialFields = {
  api_key: z.string().min(1).max(8_192).optional(),
  authorization_id: idSchema.optional(),
}

type Credentials = { api_key?: string | undefined; authorization_id?: string | undefined }

/** Check that one of the two is named, for `refine`. */
export const isOne = ({ api_key, authorization_id }: Credentials) =>
  (api_key === undefined) !== (authorization_id === undefined)
export const ONE = { message: "name either `api_key` or `authorization_id`", path: ["api_key"] }

/** Where the service writes when notifications fail; default: the option contactEmail. */
export const contactEmailSchema = z.email().max(512).optional()
