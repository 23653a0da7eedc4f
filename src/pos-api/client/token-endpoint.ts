import type { AxiosInstance } from "axios"
import { z } from "zod"
import { tokenErrorSchema, type TokenResponse, tokenResponseSchema } from "../contract"
import { InvalidOAuthClientError } from "./credential-errors"
import { type FailedCall, type PosApiError, PosRefusedError, PosUnauthorizedError } from "./errors"
import { parseAnswer, send } from "./send"

const LABEL = "OAuth"

/** Read by itself, so that a refresh token is seen even in an answer that is otherwise not understood. */
const rotationSchema = z.looseObject({ refresh_token: z.string().min(1) })

/**
 * One call of the token endpoint, form-encoded.
 * @param input.invalidGrant the error that `invalid_grant` means for the grant
 * @param input.invalidClient the error that `invalid_client` and `unauthorized_client` mean for it
 * @param input.keep gets the answer's refresh token and is awaited before anything else of the answer is read
 * @param input.mustRotate an answer without a refresh token is of no use
 * @throws what `invalidGrant` makes, InvalidOAuthClientError, the errors of `send`, whatever `keep` throws
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
    // Not the documented error body; the caller reports the refusal as it came.
    return null
  }
}
