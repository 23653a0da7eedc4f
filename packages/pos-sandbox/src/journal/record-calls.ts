import type { Request, RequestHandler, Response } from "express"
import { decode } from "jsonwebtoken"
import { z } from "zod"
import type { SandboxContext } from "../context/sandbox-context"
import { findApiKey, type Known, readAccessToken } from "../oauth/tokens"
import { BodyCopy, mask } from "./journal"

/** The sandbox's own pages and routes: what a person or a test does with it is no call of the POS. */
const OWN = /^\/(_sandbox(\/|$)|docs\/?$|openapi\.json$|favicon\.ico$)/

/** The register shows images of the POS itself; no other page is of this origin. */
const isOfPosPage = ({ headers }: Request) =>
  headers["sec-fetch-site"] === "same-origin" && headers["sec-fetch-dest"] === "image"

/** Requests that no route took. */
const notSimulated = new WeakSet<Request>()

/** Notes for the journal that the sandbox has no route for a request. */
export const noteNotSimulated = (request: Request): void => void notSimulated.add(request)

/** Writes every call of the POS into the journal, as it was asked and as it was really answered. */
export function recordCalls(context: SandboxContext): RequestHandler {
  const names = new CredentialNames(context)
  return (request, response, next) => {
    if (OWN.test(request.path) || isOfPosPage(request)) {
      next()
      return
    }
    const { method, path, originalUrl, headers } = request
    const at = context.clock.now().getTime()
    const begin = performance.now()
    const requestCopy = copyRequest(request)
    let isRecorded = false
    const answered = copyAnswer(response, () => record(false))
    const record = (brokenOff: boolean) => {
      if (isRecorded) {
        return
      }
      isRecorded = true
      const form = path.startsWith("/token") ? requestCopy.text("") : null
      const id = context.journal.add({
        at,
        method,
        path,
        query: originalUrl.slice(path.length),
        status: brokenOff && !response.headersSent ? null : response.statusCode,
        durationMs: performance.now() - begin,
        credential: names.nameOf(headers.authorization, form),
        brokenOff,
        simulated: !notSimulated.has(request),
        request: { headers, body: requestCopy },
        response: { headers: response.getHeaders(), body: answered },
      })
      context.activity.publish({ type: "call", id })
    }
    response.once("close", () => record(true))
    next()
  }
}

/** Sees what the body's reader is given, without reading by itself: that would be another moment to begin. */
function copyRequest(request: Request): BodyCopy {
  const copy = new BodyCopy()
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) {
    return copy
  }
  const emit = request.emit.bind(request)
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === "data") {
      copy.add(values[0])
    }
    return emit(event, ...values)
  }
  return copy
}

/** Observes an answer. @param onEnd when all of it was handed over, before the client can have it */
function copyAnswer(response: Response, onEnd: () => void): BodyCopy {
  const copy = new BodyCopy()
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  response.write = (...given: unknown[]): boolean => {
    copy.add(given[0])
    return Boolean(Reflect.apply(write, response, given))
  }
  response.end = (...given: unknown[]): Response => {
    copy.add(given[0])
    Reflect.apply(end, response, given)
    onEnd()
    return response
  }
  return copy
}

/** Names of credentials that are remembered; what anyone can send must not fill the memory. */
const MAX_NAMES = 1_000

const claimsSchema = z.looseObject({ organizationUuid: z.string() })

/** Identifies the caller without a secret: `token ***a1B2 of API key 1c9e8f7a (Åsas Butik)`. */
class CredentialNames {
  private readonly names = new Map<string, string>()

  constructor(private readonly context: SandboxContext) {}

  /** @param authorization the header; @param form the body of a token request, which names the client */
  nameOf(authorization: string | undefined, form: string | null): string | null {
    if (authorization === undefined) {
      const client = /(?:^|&)client_id=([^&]{1,64})/.exec(form ?? "")?.[1]
      return client === undefined ? null : `client ${client}`
    }
    const apiKeyName = this.names.get(authorization)
    if (apiKeyName !== undefined) {
      return apiKeyName
    }
    const name = this.describe(authorization)
    if (this.names.size >= MAX_NAMES) {
      this.names.clear()
    }
    this.names.set(authorization, name)
    return name
  }

  private describe(authorization: string): string {
    const [scheme = "", token] = authorization.split(" ")
    if (scheme.toLowerCase() !== "bearer" || !token) {
      return "unknown"
    }
    const byKey = findApiKey(this.context, token)
    if (byKey) {
      return `${keyName(byKey)}`
    }
    const accessToken = readAccessToken(this.context, token)
    switch (accessToken) {
      case "expired":
        return `expired token ${mask(token)}${this.shopOf(token)}`
      case "invalid":
        return `unknown token ${mask(token)}`
      default:
        return `token ${mask(token)} of ${keyName(accessToken)}`
    }
  }

  private shopOf(token: string): string {
    const claims = claimsSchema.safeParse(decode(token))
    const organization = claims.success ? this.context.state.organizations.get(claims.data.organizationUuid) : undefined
    return organization ? ` (${organization.profile.name ?? organization.uuid})` : ""
  }
}

function keyName({ organization, credential }: Known): string {
  const kind = credential.kind === "api-key" ? "API key" : "connection"
  return `${kind} ${credential.id.slice(0, 8)} (${organization.profile.name ?? organization.uuid})`
}
