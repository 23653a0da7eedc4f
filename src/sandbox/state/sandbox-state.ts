import { randomBytes } from "node:crypto"
import type { Budgets } from "../faults/rate-budget"
import type { Fault } from "../faults/fault"
import type { OAuthState } from "../oauth/oauth-state"
import type { OrganizationState } from "./organization"
import { type Settings, settingsSchema } from "./settings"

/** Everything that a sandbox knows: plain data, so that a snapshot is one serialisation. */
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
