import { type Organization as Profile, TAXATION_MODES, TAXATION_TYPES } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { type OrganizationState, showProfile, updateHiddenFields } from "./organization"

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
