import type { AxiosInstance } from "axios"
import { z } from "zod"
import { tokenErrorSchema, type TokenResponse, tokenResponseSchema } from "../contract"
import { type FailedCall, PosApiError, PosRefusedError, PosUnauthorizedError } from "./errors"
import { parseAnswer, send } from "./send"

/** The pasted text is not an API key of the POS. */
export class InvalidApiKeyError extends Error {
  readonly code = "pos_api_key_invalid"
  readonly type = "invalid_data"

  constructor(reason: string) {
    super(`This is not an API key of the POS: ${reason}. Copy the whole key from its key page.`)
    this.name = "InvalidApiKeyError"
  }
}

const REVOKED = {
  "API key": "The POS does not accept this API key: it was deleted or revoked. Create a new key and connect again.",
  "refresh token":
    "The POS does not let this application in any longer: it was disconnected there, or not used for too long. " +
    "Connect again.",
} as const

/** `invalid_grant`: the key was deleted, or the application was disconnected. */
export class CredentialsRevokedError extends PosApiError {
  override readonly code = "pos_api_key_invalid"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall, credential: keyof typeof REVOKED) {
    super(REVOKED[credential], failed, false)
  }
}

/** `invalid_grant` for an authorization code: it works once, and only for a short time. */
export class AuthorizationCodeRefusedError extends PosApiError {
  override readonly code = "pos_sign_in_ended"

  constructor(failed: FailedCall) {
    super("The POS does not accept this sign-in: it took too long or was used before. Connect again.", failed, false)
  }
}

/**
 * `invalid_client` or `unauthorized_client` for an API key: the POS does not know the client id that was sent with it.
 */
export class UnknownApplicationError extends PosApiError {
  override readonly code = "pos_application_unknown"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall, applicationId: string | null) {
    super(
      applicationId === null
        ? "The POS does not accept the client id that the API key names. Set the option applicationId to the id of " +
            "an application that is registered at the POS."
        : `The POS does not know the application "${applicationId}", or does not let it use API keys. Set the option ` +
            "applicationId to the id of an application that is registered at the POS, or leave it out.",
      failed,
      false
    )
  }
}

/** `invalid_client` or `unauthorized_client`: the application's own credentials are wrong, for every user. */
export class InvalidOAuthClientError extends PosApiError {
  override readonly code = "pos_application_unknown"
  override readonly type = "invalid_data"

  constructor(failed: FailedCall) {
    super("The POS does not know this application: check the client id and the client secret.", failed, false)
  }
}

const LABEL = "OAuth"

/** Parsed separately, so that a refresh token is found even in an otherwise unreadable answer. */
const rotationSchema = z.looseObject({ refresh_token: z.string().min(1) })

/**
 * Calls the token endpoint, form-encoded.
 * @param input.invalidGrant creates the error for `invalid_grant`
 * @param input.invalidClient creates the error for `invalid_client` and `unauthorized_client`
 * @param input.keep receives the answer's refresh token and is awaited before the rest of the answer is read
 * @param input.mustRotate an answer without a refresh token is an error
 * @throws the error of `invalidGrant`, InvalidOAuthClientError, the errors of `send`, the errors of `keep`
 */
export async function requestToken(input: {
  http: AxiosInstance
  oauthUrl: string
  form: Record<string, string>
  invalidGrant: (failed: FailedCall) => PosApiError
  invalidClient?: (failed: FailedCall) => PosApiError
  keep?: (refreshToken: string) => Promise<void>
  mustRotate?: boolean
}): Promise<TokenResponse> {
  const request = {
    method: "post",
    url: `${input.oauthUrl}/token`,
    data: new URLSearchParams(input.form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }
  const answer = await send(input.http, LABEL, request, z.unknown()).catch((error: unknown) => {
    throw namedError(error, input)
  })
  const rotation = rotationSchema.safeParse(answer.data)
  if (rotation.success) {
    await input.keep?.(rotation.data.refresh_token)
  }
  const schema = input.mustRotate ? tokenResponseSchema.extend(rotationSchema.shape) : tokenResponseSchema
  return parseAnswer(LABEL, request, answer, schema)
}

function namedError(
  error: unknown,
  { invalidGrant, invalidClient = (failed) => new InvalidOAuthClientError(failed) }: Parameters<typeof requestToken>[0]
): unknown {
  if (!(error instanceof PosRefusedError || error instanceof PosUnauthorizedError)) {
    return error
  }
  const failed = { call: error.call, status: error.status, body: error.body }
  switch (errorCode(error.body)) {
    case "invalid_grant":
      return invalidGrant(failed)
    case "invalid_client":
    case "unauthorized_client":
      return invalidClient(failed)
    default:
      return error
  }
}

function errorCode(body: string | undefined): string | null {
  try {
    return tokenErrorSchema.parse(JSON.parse(body ?? "")).error
  } catch {
    // Not the documented error body; the caller reports the original rejection.
    return null
  }
}
