import { z } from "@medusajs/framework/zod"
import { pushSettingsBodySchema } from "../push-validators"
import { mirrorSettingsBodySchema } from "../validators"
import { idSchema } from "../../../id-schema"

/** An API key, pasted as the service shows it; or a sign-in, by its id. */
const credentialFields = {
  api_key: z.string().min(1).max(8_192).optional(),
  authorization_id: idSchema.optional(),
}

type Credentials = { api_key?: string | undefined; authorization_id?: string | undefined }

const isOne = ({ api_key, authorization_id }: Credentials) =>
  (api_key === undefined) !== (authorization_id === undefined)
const ONE = { message: "name either `api_key` or `authorization_id`", path: ["api_key"] }

const placeFields = {
  sales_channel_id: idSchema,
  stock_location_id: idSchema,
  /** its currency must be the organisation's */
  region_id: idSchema,
  /** where the service writes when notifications fail; default: the option contactEmail */
  contact_email: z.email().max(512).optional(),
}

/** Body of `POST /admin/pos/connections`; the settings apply from the first product on. */
export const connectBodySchema = z
  .object({
    ...credentialFields,
    ...placeFields,
    push_settings: pushSettingsBodySchema.optional(),
    mirror_settings: mirrorSettingsBodySchema.optional(),
  })
  .refine(isOne, ONE)

/** Body of `POST /admin/pos/checks`. */
export const checkBodySchema = z
  .object({
    ...credentialFields,
    /** its currency is compared with the organisation's; without it only the organisation's is told */
    region_id: idSchema.optional(),
    contact_email: placeFields.contact_email,
  })
  .refine(isOne, ONE)

/** Body of `POST /admin/pos/connections/:id/api-key`. */
export const rotateKeyBodySchema = z.object(credentialFields).refine(isOne, ONE)

/** Body of `POST /admin/pos/authorizations`: for a connection that is signed in anew, its id. */
export const startSignInBodySchema = z.object({ connection_id: idSchema.optional() })

/** Body of `POST /admin/pos/authorizations/complete`: what the browser brought back. */
export const finishSignInBodySchema = z.object({
  state: z.string().min(1).max(512),
  code: z.string().min(1).max(4_096),
})

/** Query of `DELETE /admin/pos/connections/:id`. */
export const disconnectQuerySchema = z.object({
  /** `wipe`: all data of the connection are forgotten for good; see `GET …/:id/disconnect` for what that is */
  data: z.enum(["keep", "wipe"]).default("keep"),
  /** the API key ends at the service, too; false leaves it to the merchant */
  revoke: z.union([z.boolean(), z.stringbool()]).default(true),
})

/** Body of `POST /admin/pos/connections/:id/profile`: a region with the new currency, after that has changed. */
export const confirmProfileBodySchema = z.object({ region_id: idSchema.optional() })

export type ConnectBody = z.infer<typeof connectBodySchema>
export type ConfirmProfileBody = z.infer<typeof confirmProfileBodySchema>
export type CheckBody = z.infer<typeof checkBodySchema>
export type RotateKeyBody = z.infer<typeof rotateKeyBodySchema>
export type StartSignInBody = z.infer<typeof startSignInBodySchema>
export type FinishSignInBody = z.infer<typeof finishSignInBodySchema>
