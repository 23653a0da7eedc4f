import { decode } from "jsonwebtoken"
import { z } from "zod"
import type { SandboxContext } from "../context/sandbox-context"
import { findApiKey, type Known, readAccessToken } from "../oauth/tokens"
import { mask } from "./mask-secrets"

/** Names of credentials that are remembered; what anyone can send must not fill the memory. */
const MAX_NAMES = 1_000

const claimsSchema = z.looseObject({ organizationUuid: z.string() })

/** Tells whose a call is, without a secret: `token ***a1B2 of API key 1c9e8f7a (Åsas Butik)`. */
export class CredentialNames {
  private readonly names = new Map<string, string>()

  constructor(private readonly context: SandboxContext) {}

  /** @param authorization the header; @param form the body of a token request, where the client stands */
  nameOf(authorization: string | undefined, form: string | null): string | null {
    if (authorization === undefined) {
      const client = /(?:^|&)client_id=([^&]{1,64})/.exec(form ?? "")?.[1]
      return client === undefined ? null : `client ${client}`
    }
    const known = this.names.get(authorization)
    if (known !== undefined) {
      return known
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
    const known = readAccessToken(this.context, token)
    switch (known) {
      case "expired":
        return `expired token ${mask(token)}${this.shopOf(token)}`
      case "invalid":
        return `unknown token ${mask(token)}`
      default:
        return `token ${mask(token)} of ${keyName(known)}`
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
