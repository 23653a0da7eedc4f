import { z } from "zod"

const text = z.string().optional()

/** What `POST /token` may carry; which fields it needs depends on the grant. */
export const tokenFormSchema = z.looseObject({
  grant_type: text,
  client_id: text,
  client_secret: text,
  assertion: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
})

export type TokenForm = z.output<typeof tokenFormSchema>
