import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { OAuthNotConfiguredError, SignInEndedError } from "../../modules/pos/errors"
import { claimAuthorization, pruneAuthorizations } from "../../modules/pos/queries/connection/authorizations"
import { associatedData } from "../../modules/pos/associated-data"
import { exchangeCode, startAuthorization } from "../../pos-api/client"
import { toConnectError } from "./connect-errors"
import { SIGN_IN_SCOPES } from "./scopes"

/** How long a merchant may take at the service's pages. */
const SIGN_IN_MS = 30 * 60_000

/** A sign-in that no connection lives by is forgotten after a day. */
const KEPT_MS = 24 * 3_600_000

const hashOf = (state: string) => createHash("sha256").update(state).digest("hex")

/** @param connection_id the connection that is signed in anew, if one is */
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
      ...{ id, actor_id, redirect_url },
      connection_id: connection_id ?? null,
      state_hash: hashOf(state),
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

/** Begins a sign-in at the service: the address for the browser, and what must be remembered until it comes back. */
export const posStartSignInWorkflow = createWorkflow("pos-start-sign-in", (input: StartSignInInput) => {
  return new WorkflowResponse(posStartSignInStep(input))
})

export type FinishSignInInput = { actor_id: string; state: string; code: string }

/** A sign-in is taken up once, by who began it and in time; the refresh token is kept before anything else. */
export const posFinishSignInStep = createStep(
  "pos-finish-sign-in",
  async ({ actor_id, state, code }: FinishSignInInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const claim = await pos.query((sql, now) => claimAuthorization(sql, { actor_id, state_hash: hashOf(state), now }))
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

/** Trades the code that the browser brought back for the right to connect. @throws SignInEndedError, ConnectError */
export const posFinishSignInWorkflow = createWorkflow("pos-finish-sign-in", (input: FinishSignInInput) => {
  return new WorkflowResponse(posFinishSignInStep(input))
})
