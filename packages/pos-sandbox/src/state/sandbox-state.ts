import { randomBytes } from "node:crypto"
import type { Budgets, Fault } from "../faults/fault"
import { type OrganizationState, type Settings, settingsSchema } from "./organization"

/** An application that asks merchants for access by an authorization code. */
export type OAuthClient = { clientId: string; clientSecret: string; name: string; redirectUris: string[] }

/** A code on its way from the consent page to the application; it works once, until `expires` (epoch seconds). */
type AuthorizationCode = {
  clientId: string
  redirectUri: string
  organizationUuid: string
  scopes: string[]
  codeChallenge: string | null
  expires: number
  /** the grant that its exchange made; a second exchange revokes it */
  grantId: string | null
}

type OAuthState = { clients: Map<string, OAuthClient>; codes: Map<string, AuthorizationCode> }

/** Everything that a sandbox knows: plain data, so that a snapshot is one serialization. */
export type SandboxState = {
  /** signs access tokens and API keys of this sandbox */
  tokenSecret: string
  controlToken: string
  settings: Settings
  oauth: OAuthState
  budgets: Budgets
  faults: Fault[]
  organizations: Map<string, OrganizationState>
}

export function createSandboxState(controlToken: string | undefined): SandboxState {
  return {
    tokenSecret: randomBytes(32).toString("hex"),
    controlToken: controlToken ?? randomBytes(24).toString("base64url"),
    settings: settingsSchema.parse({}),
    oauth: { clients: new Map(), codes: new Map() },
    budgets: {},
    faults: [],
    organizations: new Map(),
  }
}
