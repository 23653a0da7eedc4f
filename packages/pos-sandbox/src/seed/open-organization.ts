import { z } from "zod"
import {
  currencyIdSchema,
  type Organization as Profile,
  SCOPES,
  TAXATION_MODES,
  TAXATION_TYPES,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import {
  createOrganizationState,
  type OrganizationInput,
  type OrganizationState,
  showProfile,
  updateHiddenFields,
} from "../state/organization"

export const timeZoneSchema = z.string().refine(isTimeZone, "must be a time zone such as Europe/Stockholm")

/** A merchant as a person opens it, and what the first key of it may do. */
export const organizationSchema = z.looseObject({
  name: z.string().min(1).max(256),
  country: z.string().regex(/^[A-Z]{2}$/, "must be a two-letter country code such as SE"),
  currency: currencyIdSchema,
  /** null: the profile does not name it */
  taxationMode: z.enum(TAXATION_MODES).nullable().default("INCLUSIVE"),
  taxationType: z.enum(TAXATION_TYPES).nullable().default("VAT"),
  timeZone: timeZoneSchema.default("Europe/Stockholm"),
  vatPercentage: z.number().min(0).max(100).nullable().default(null),
  scopes: z.array(z.string()).default([...SCOPES]),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    // The runtime knows no such zone: that is the answer.
    return false
  }
}

/** The usual percentage of VAT by country, and the default of others. */
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
 * Makes an organization. The running POS knows a percentage for every one that pays VAT (docs/reference/pos-api.md, profile);
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

type Taxation = { taxationType?: string | null | undefined; taxationMode?: string | null | undefined }

export type ProfileChange = Partial<Omit<Profile, keyof Taxation>> & Taxation

/** Changes a merchant's profile and notifies subscribers. A taxation of null is no longer named. */
export function changeProfile(context: SandboxContext, organization: OrganizationState, change: ProfileChange): void {
  const { profile } = organization
  const { taxationType = profile.taxationType, taxationMode = profile.taxationMode } = change
  organization.untold = updateHiddenFields(organization.untold, change)
  organization.profile = {
    ...profile,
    ...change,
    uuid: organization.uuid,
    taxationType: taxationType ?? TAXATION_TYPES[0],
    taxationMode: taxationMode ?? TAXATION_MODES[0],
    usesVat: (taxationType ?? TAXATION_TYPES[0]) === "VAT",
  }
  context.deliveries.publish(organization, "OrganizationUpdated", showProfile(organization))
}
