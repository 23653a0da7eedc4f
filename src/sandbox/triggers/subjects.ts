import type { PosProduct } from "../../pos-api/contract"
import { layOut } from "../config/lay-out"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"

const VAT_PERCENTAGE = 25

/** What something new costs: 129.00 SEK, 12,900 JPY. */
const MINOR_UNITS = 12_900

/** A product that was not there before. */
export function newProduct(context: SandboxContext, organization: OrganizationState): PosProduct {
  const number = organization.products.size + 1
  const vat = organization.profile.taxationType === "VAT" ? { vatPercentage: VAT_PERCENTAGE } : {}
  return layOut(context, organization, { name: `Nyhet ${number}`, sku: `NY-${number}`, price: MINOR_UNITS, ...vat })
}

/** The newest product that can be sold for a price, or one that is made for it. */
export function sellableProduct(context: SandboxContext, organization: OrganizationState) {
  const priced = [...organization.products.values()].filter(({ variants }) => variants?.some(({ price }) => price))
  const product = priced.at(-1) ?? newProduct(context, organization)
  const variant = product.variants?.find(({ price }) => price)
  return { product, variantUuid: variant?.uuid ?? "" }
}

/** The newest product whose stock is tracked, or is not; null when there is none. */
export function productTracked(organization: OrganizationState, isTracked: boolean): PosProduct | null {
  const found = [...organization.products.values()].filter(({ uuid }) => organization.tracked.has(uuid) === isTracked)
  return found.at(-1) ?? null
}
