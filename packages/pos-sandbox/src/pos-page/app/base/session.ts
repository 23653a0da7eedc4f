import type { Organization } from "../types"

/** Who is at the register: the control token of the address, and the organization that was chosen. */
export const session: { token: string; organization: Organization | null } = {
  token: new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
  organization: null,
}

const listeners: Set<() => void> = new Set()

/** Calls back whenever another organization is chosen, or the one that is chosen has changed. */
export function onOrganization(listener: () => void) {
  listeners.add(listener)
}

const REMEMBERED = "pos-page.organization"

export function chooseOrganization(organization: Organization | null) {
  session.organization = organization
  if (organization) {
    sessionStorage.setItem(REMEMBERED, organization.uuid)
  }
  listeners.forEach((listener) => listener())
}

/** The organization that was chosen before the page was loaded again. */
export const rememberedOrganization = () => sessionStorage.getItem(REMEMBERED)

/** @returns the organization's UUID; empty without one */
export const organizationUuid = (): string => session.organization?.uuid ?? ""

/** @returns the organization's currency */
export const currency = (): string => session.organization?.currency ?? "EUR"
