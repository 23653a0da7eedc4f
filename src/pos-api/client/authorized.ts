import type { AxiosInstance, AxiosRequestConfig } from "axios"
import type { z } from "zod"
import type { PosInterface } from "./call-budget"
import { PosApiError, PosUnauthorizedError } from "./errors"
import { send } from "./send"
import type { TokenProvider } from "./token-provider"

type Answer<Schema extends z.ZodType> = Awaited<ReturnType<typeof send<Schema>>>

/** Sends a request with an access token; every interface of the client is built on this. */
export type AuthorizedSend = <Schema extends z.ZodType>(
  label: string,
  request: AxiosRequestConfig,
  schema: Schema
) => Promise<Answer<Schema>>

/**
 * Adds the access token to calls; on a 401 it is renewed once and the call is made again.
 * @param posInterface whose calls they are, for who counts them
 */
export function authorized(http: AxiosInstance, tokens: TokenProvider, posInterface: PosInterface): AuthorizedSend {
  return async (label, request, schema) => {
    const attempt = async (token: string) => {
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      return send(http, label, { ...request, posInterface, headers }, schema)
    }
    const token = await tokenOf(tokens)
    try {
      return await attempt(token)
    } catch (error) {
      if (!(error instanceof PosUnauthorizedError)) {
        throw error
      }
      tokens.invalidate(token)
      return attempt(await tokenOf(tokens))
    }
  }
}

/** Without a token nothing is sent: however the asking for one ended, the call itself had no effect. */
async function tokenOf(tokens: TokenProvider): Promise<string> {
  try {
    return await tokens.token()
  } catch (error) {
    if (error instanceof PosApiError) {
      error.effect = "none"
    }
    throw error
  }
}
