import { BigNumber } from "bignumber.js"
import { parseTimestamp, type Purchase } from "../../pos-api/contract"
import { bookPayments } from "../finance/book-payments"
import { AT_COUNTER, moveStock, type StockMove } from "../inventory/move-stock"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import type { Basket } from "./basket"
import { composePurchase } from "./compose-purchase"
import { issueGiftCard } from "./gift-cards"
import { withEventIds } from "./observed-purchase"
import { priceBasket } from "./price-basket"
import { appendPurchase } from "./purchase-book"
import { bookGiftCardPayments, takePayments } from "./take-payments"

/**
 * Sells at the counter: makes a purchase, moves gift cards and tracked stock, and tells subscribers, as the service
 * does.
 * @throws HttpError 404 for an unknown variant or gift card, 422 for what cannot be sold or paid so
 */
export function ringUpSale(context: SandboxContext, organization: OrganizationState, basket: Basket): Purchase {
  const purchase = makeSale(context, organization, basket, context.clock.now())
  announcePurchase(context, organization, purchase)
  moveStock(context, organization, storeMoves(organization, purchase), AT_COUNTER)
  return purchase
}

/** The sale alone, at any moment: nobody is told and no stock moves. */
export function makeSale(context: SandboxContext, organization: OrganizationState, basket: Basket, at: Date): Purchase {
  const { drafts, discounts, totals } = priceBasket(context.ids, organization, basket, at)
  const { serviceCharge } = basket
  const payments = takePayments(context, organization, basket, totals.amount, at)
  const purchase = composePurchase(
    context,
    organization,
    totals,
    payments,
    {
      source: basket.source,
      userDisplayName: basket.cashier,
      discounts,
      serviceCharge: serviceCharge ? { ...serviceCharge, quantity: "1" } : null,
    },
    at
  )
  appendPurchase(organization.purchases, purchase)
  bookGiftCardPayments(organization, payments)
  bookPayments(context, organization, payments, at)
  basket.items.forEach((item, index) => {
    const uuid = drafts[index]?.row.details?.giftcardUuid
    if (item.type === "gift-card" && uuid) {
      issueGiftCard(organization, { uuid, amount: item.amount, validYears: item.validYears }, at)
    }
  })
  return purchase
}

/** Tells subscribers and the till of a purchase; its identifier is named `purchaseUuid` there (as observed). */
export function announcePurchase(context: SandboxContext, organization: OrganizationState, purchase: Purchase): void {
  const { purchaseUUID1, ...rest } = withEventIds(organization, purchase)
  const moment = parseTimestamp(purchase.created)?.getTime()
  const isEpoch = context.state.settings.purchaseTimestampForm === "epoch"
  const times = isEpoch ? { timestamp: moment, created: moment } : {}
  context.deliveries.publish(organization, "PurchaseCreated", { ...rest, purchaseUuid: purchaseUUID1, ...times })
  context.activity.tell({
    type: "purchase",
    organizationUuid: organization.uuid,
    purchaseUuid: purchaseUUID1,
  })
}

/** What a purchase takes from the store; a refund's negative quantities bring it back. */
export function storeMoves({ inventories }: OrganizationState, purchase: Purchase): StockMove[] {
  const { STORE, SOLD } = inventories
  return purchase.products.flatMap(({ type, productUuid, variantUuid, quantity }) => {
    const sold = new BigNumber(quantity)
    const way = sold.isNegative() ? { from: SOLD, to: STORE } : { from: STORE, to: SOLD }
    return type === "PRODUCT" && productUuid && variantUuid
      ? [{ productUuid, variantUuid, ...way, change: sold.abs().toFixed() }]
      : []
  })
}
