import { randomBytes } from "node:crypto"
import { brandNames, type BrandNames } from "../pos-api/contract"
import { SandboxClock } from "./clock"
import { Deliveries } from "./deliveries"
import { HttpError } from "./http-error"
import type { OrganizationState } from "./state/organization"

/** What all parts of one sandbox share. */
export type SandboxContext = {
  clock: SandboxClock
  brand: BrandNames
  /** signs access tokens and API keys of this sandbox */
  tokenSecret: string
  controlToken: string
  /** lets destinations be plain HTTP on loopback */
  allowLoopback: boolean
  organizations: Map<string, OrganizationState>
  deliveries: Deliveries
}

export function createSandboxContext(options: {
  brand?: string
  allowLoopback: boolean
  controlToken?: string
}): SandboxContext {
  const clock = new SandboxClock()
  const brand = brandNames(options.brand)
  return {
    clock,
    brand,
    tokenSecret: randomBytes(32).toString("hex"),
    controlToken: options.controlToken ?? randomBytes(24).toString("base64url"),
    allowLoopback: options.allowLoopback,
    organizations: new Map(),
    deliveries: new Deliveries(clock, brand),
  }
}

/** @throws HttpError 404 */
export function findOrganization(context: SandboxContext, uuid: string): OrganizationState {
  const organization = context.organizations.get(uuid)
  if (!organization) {
    throw new HttpError(404, "NOT_FOUND", `There is no organisation ${uuid}`)
  }
  return organization
}
