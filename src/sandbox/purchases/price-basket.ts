import type { Ids } from "../context/ids"
import type { OrganizationState } from "../state/organization"
import type { Basket } from "./basket"
import { type DraftRow, discountValue, draftRow, given } from "./compose-rows"
import { settleTotals } from "./settle-totals"

/**
 * Adds a basket up: its rows, the worth of its discounts, and the totals with their taxes. Nothing is kept.
 * @throws HttpError 404 for an unknown variant, 422 for one without a price
 */
export function priceBasket(ids: Ids, organization: OrganizationState, basket: Basket, at: Date) {
  const drafts = basket.items.map((item, index) => draftRow(organization, item, { index, at, ids }))
  const discounts = discountsOf(drafts, basket)
  const { serviceCharge } = basket
  const totals = settleTotals(
    drafts,
    discounts.reduce((sum, { value }) => sum + value, 0),
    serviceCharge ? { amount: serviceCharge.amount, taxPercentage: serviceCharge.vatPercentage } : null,
    organization.profile.taxationMode === "EXCLUSIVE"
  )
  return { drafts, discounts, totals }
}

/** Purchase-wide discounts, each of what the ones before have left. Gift cards are never discounted. */
function discountsOf(drafts: DraftRow[], basket: Basket) {
  let left = drafts.reduce((sum, { total, isDiscountable }) => sum + (isDiscountable ? total : 0), 0)
  return basket.discounts.map((discount) => {
    const value = Math.min(discountValue(left, discount), left)
    left -= value
    return { quantity: 1, ...given(discount), value }
  })
}
