import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { associatedData } from "../../modules/pos/sealed-secret"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { OAuthNotConfiguredError, SignInEndedError } from "../../modules/pos/errors"
import { exchangeCode, startAuthorization } from "../../pos-api/client"
import { SIGN_IN_SCOPES } from "./credentials"
import { toConnectError } from "./errors"

/** How long a merchant may take on the POS's pages, in milliseconds. */
const SIGN_IN_MS = 30 * 60_000

/** A sign-in without a connection is deleted after a day, in milliseconds. */
const KEPT_MS = 24 * 3_600_000

const toHash = (state: string) => createHash("sha256").update(state).digest("hex")

/** @param connection_id the connection to be signed in again, if any */
export type StartSignInInput = { actor_id: string; connection_id?: string }

export const posStartSignInStep = createStep(
  "pos-start-sign-in",
  async ({ actor_id, connection_id }: StartSignInInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const redirect_url = (await pos.getOptions()).oauth?.redirectUrl
    if (!redirect_url) {
      throw new OAuthNotConfiguredError()
    }
    const now = await pos.now()
    await pos.query((sql) => pruneAuthorizations(sql, new Date(now.getTime() - KEPT_MS)))
    const id = generateEntityId("", "posauth")
    const { url, state, codeVerifier } = startAuthorization(await pos.oauthClient(), {
      redirectUri: redirect_url,
      scopes: SIGN_IN_SCOPES,
    })
    await pos.createPosAuthorizations({
      id,
      actor_id,
      redirect_url,
      connection_id: connection_id ?? null,
      state_hash: toHash(state),
      code_verifier_sealed: await pos.seal(associatedData.codeVerifier(id), codeVerifier),
      expires_at: new Date(now.getTime() + SIGN_IN_MS),
    })
    return new StepResponse({ authorization_id: id, url }, id)
  },
  async (id, { container }) => {
    if (id) {
      await container.resolve(POS_MODULE).deletePosAuthorizations({ id })
    }
  }
)

/** Starts a sign-in at the POS: returns the address for the browser, and stores what is needed until it returns. */
export const posStartSignInWorkflow = createWorkflow("pos-start-sign-in", (input: StartSignInInput) => {
  return new WorkflowResponse(posStartSignInStep(input))
})

export type FinishSignInInput = { actor_id: string; state: string; code: string }

/**
 * Finishes a sign-in once, for the actor who started it and within its time limit. The refresh token is saved before
 * anything else.
 */
export const posFinishSignInStep = createStep(
  "pos-finish-sign-in",
  async ({ actor_id, state, code }: FinishSignInInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const claim = await pos.query((sql, now) => claimAuthorization(sql, { actor_id, state_hash: toHash(state), now }))
    if (!claim) {
      throw new SignInEndedError()
    }
    const { id, redirect_url, connection_id } = claim
    try {
      await exchangeCode(await pos.oauthClient(), {
        code,
        redirectUri: redirect_url,
        codeVerifier: await pos.open(associatedData.codeVerifier(id), claim.code_verifier_sealed),
        keep: async (refreshToken) => pos.keepRefreshToken(id, refreshToken),
      })
    } catch (error) {
      throw toConnectError(error)
    }
    return new StepResponse({ authorization_id: id, connection_id })
  }
)

/** Exchanges the authorization code that the browser returned. @throws SignInEndedError, PosError */
export const posFinishSignInWorkflow = createWorkflow("pos-finish-sign-in", (input: FinishSignInInput) => {
  return new WorkflowResponse(posFinishSignInStep(input))
})

const claimedSchema = z.object({
  id: z.string(),
  redirect_url: z.string(),
  connection_id: z.string().nullable(),
  code_verifier_sealed: z.string(),
})

/** Claims a sign-in by its state. It returns null for a second claim, for another actor, and after the time limit. */
async function claimAuthorization(
  sql: Sql,
  { actor_id, state_hash, now }: { actor_id: string; state_hash: string; now: Date }
): Promise<z.infer<typeof claimedSchema> | null> {
  const [claimed] = await sql(
    claimedSchema,
    `WITH open AS (
       SELECT id, code_verifier_sealed FROM pos_authorization
       WHERE state_hash = ? AND actor_id = ? AND expires_at > ? AND code_verifier_sealed IS NOT NULL
         AND deleted_at IS NULL
       FOR UPDATE
     )
     UPDATE pos_authorization AS taken SET code_verifier_sealed = NULL, updated_at = ?
     FROM open WHERE taken.id = open.id
     RETURNING taken.id, taken.redirect_url, taken.connection_id, open.code_verifier_sealed`,
    [state_hash, actor_id, now, now]
  )
  return claimed ?? null
}

/** Deletes sign-ins that started before a moment and that no connection uses. */
async function pruneAuthorizations(sql: Sql, before: Date): Promise<void> {
  await sql(
    idRowSchema,
    `DELETE FROM pos_authorization AS old WHERE old.created_at < ? AND NOT EXISTS (
       SELECT 1 FROM pos_connection WHERE authorization_id = old.id AND deleted_at IS NULL) RETURNING id`,
    [before]
  )
}
