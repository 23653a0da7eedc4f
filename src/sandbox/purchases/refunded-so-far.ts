import { BigNumber } from "bignumber.js"
import type { Purchase, PurchaseRow } from "../../pos-api/contract"
import type { OrganizationState } from "../state/organization"
import { findPurchase } from "./purchase-book"

/** The refunds that name a purchase. */
export function refundsOf(organization: OrganizationState, original: Purchase): Purchase[] {
  return (original.refundedByPurchaseUUIDs1 ?? []).flatMap((uuid) => findPurchase(organization.purchases, uuid) ?? [])
}

/** How much of a row can still be refunded; a refund's rows have the id of the original's. */
export function openQuantity(row: PurchaseRow, refunds: Purchase[]): BigNumber {
  return refunds
    .flatMap(({ products }) => products)
    .filter(({ id }) => id === row.id)
    .reduce((open, returned) => open.plus(returned.quantity), new BigNumber(row.quantity))
}
