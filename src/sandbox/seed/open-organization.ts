import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { createOrganizationState, type OrganizationInput, type OrganizationState } from "../state/organization"

/** The usual percentage of VAT by country, and what stands in for others. */
const USUAL_VAT: Record<string, number> = {
  AT: 20,
  BE: 21,
  CH: 8.1,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  LT: 21,
  LV: 21,
  NL: 21,
  NO: 25,
  PL: 23,
  PT: 23,
  SE: 25,
}
const OTHER_VAT = 20

/**
 * Makes an organisation. The running service knows a percentage for every one that pays VAT (docs/service.md, profile);
 * as specified there is one only if it was named.
 */
export function openOrganization(context: SandboxContext, input: OrganizationInput): OrganizationState {
  const organization = createOrganizationState(input, context.clock.now())
  const { profile } = organization
  if (speaksField(context, "profile") && profile.taxationType === "VAT") {
    profile.vatPercentage ??= USUAL_VAT[input.country] ?? OTHER_VAT
  }
  context.state.organizations.set(organization.uuid, organization)
  return organization
}
