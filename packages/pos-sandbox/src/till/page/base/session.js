/** @import { Organization } from "../types.js" */

/** Who is at the till: the control token of the address, and the organisation that was chosen. */
export const session = {
  token: new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
  /** @type {Organization | null} */
  organization: null,
}

/** @type {Set<() => void>} */
const listeners = new Set()

/**
 * Calls back whenever another organisation is chosen, or the one that is chosen has changed.
 * @param {() => void} listener
 */
export function onOrganization(listener) {
  listeners.add(listener)
}

const REMEMBERED = "till.organization"

/** @param {Organization | null} organization */
export function chooseOrganization(organization) {
  session.organization = organization
  if (organization) {
    sessionStorage.setItem(REMEMBERED, organization.uuid)
  }
  listeners.forEach((listener) => listener())
}

/** The organisation that was chosen before the page was loaded again. */
export const rememberedOrganization = () => sessionStorage.getItem(REMEMBERED)

/** @returns {string} the organisation's UUID; empty without one */
export const organizationUuid = () => session.organization?.uuid ?? ""

/** @returns {string} the organisation's currency */
export const currency = () => session.organization?.currency ?? "EUR"
