/** @import { Organization } from "../types.js" */

/** Who is at the register: the control token of the address, and the organization that was chosen. */
export const session = {
  token: new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
  /** @type {Organization | null} */
  organization: null,
}

/** @type {Set<() => void>} */
const listeners = new Set()

/**
 * Calls back whenever another organization is chosen, or the one that is chosen has changed.
 * @param {() => void} listener
 */
export function onOrganization(listener) {
  listeners.add(listener)
}

const REMEMBERED = "pos-page.organization"

/** @param {Organization | null} organization */
export function chooseOrganization(organization) {
  session.organization = organization
  if (organization) {
    sessionStorage.setItem(REMEMBERED, organization.uuid)
  }
  listeners.forEach((listener) => listener())
}

/** The organization that was chosen before the page was loaded again. */
export const rememberedOrganization = () => sessionStorage.getItem(REMEMBERED)

/** @returns {string} the organization's UUID; empty without one */
export const organizationUuid = () => session.organization?.uuid ?? ""

/** @returns {string} the organization's currency */
export const currency = () => session.organization?.currency ?? "EUR"
