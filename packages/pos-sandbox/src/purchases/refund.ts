import { z } from "zod"
import type { Purchase } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { bookPayments } from "../finance/ledger"
import { HttpError } from "../http/http-error"
import { AT_POS, moveStock } from "../inventory/move-stock"
import type { OrganizationState } from "../state/organization"
import { basketSchema } from "./basket"
import {
  draftAmount,
  draftReturn,
  getRefunds,
  openQuantity,
  refundedDiscount,
  type RefundInput,
  returnPayments,
} from "./draft-returns"
import { composePayment, PAYMENT_METHODS } from "./payment-methods"
import { type DraftRow, priceBasket, settleTotals } from "./price-basket"
import { appendPurchase, findPurchase, replacePurchase } from "./purchase-book"
import { announcePurchase, composePurchase, shortUuid, storeMoves } from "./ring-up"
import { bookGiftCardPayments, changeGiftCard, findGiftCard } from "./take-payments"

const refuse = (message: string) => new HttpError(422, "CONSTRAINT_VIOLATION", message)

/**
 * Refunds a purchase, whole or in part, as often as something is left: a purchase of its own with negative quantities
 * that names the original, which is marked refunded. Goods go back to the store, money to its payments.
 * @throws HttpError 404 for an unknown purchase, 422 for more than is left
 */
export function refundPurchase(context: SandboxContext, organization: OrganizationState, input: RefundInput): Purchase {
  const refund = makeRefund(context, organization, input, context.clock.now())
  announcePurchase(context, organization, refund)
  if (input.restock) {
    moveStock(context, organization, storeMoves(organization, refund), AT_POS)
  }
  return refund
}

/** What a refund would come to, and where the money would go. Nothing is kept. @throws as `refundPurchase` */
export function draftRefund(context: SandboxContext, organization: OrganizationState, input: RefundInput, at: Date) {
  const original = findPurchase(organization.purchases, input.purchaseUuid)
  if (!original) {
    throw new HttpError(404, "NOT_FOUND", `The purchase ${input.purchaseUuid} was not found`)
  }
  if (original.refund) {
    throw refuse("A refund cannot be refunded")
  }
  const earlier = getRefunds(organization, original)
  const isPartial = input.items !== undefined || input.customAmount !== undefined
  const returned = isPartial ? (input.items ?? []) : openRows(original, earlier)
  const drafts = returned.map(({ row, quantity }) => draftReturn(original, earlier, row, quantity))
  if (input.customAmount !== undefined) {
    drafts.push(draftAmount(original, input.customAmount))
  }
  const isChargeOpen = earlier.every(({ serviceCharge }) => !serviceCharge)
  const charge = !isPartial && isChargeOpen && original.serviceCharge ? original.serviceCharge : null
  const discount = refundedDiscount(original, earlier, drafts)
  const totals = settleTotals(
    drafts,
    -discount,
    charge ? { amount: -charge.amount, taxPercentage: charge.vatPercentage ?? 0 } : null,
    original.taxationMode === "EXCLUSIVE"
  )
  const payments = returnPayments(context, organization, original, earlier, {
    amount: -totals.amount,
    withTips: !isPartial,
    method: input.method,
    // Each row of each part may have been rounded up.
    rounding: isPartial
      ? drafts.length - (input.customAmount === undefined ? 0 : 1)
      : original.products.length * (earlier.length + 1),
    at,
  })
  if (drafts.length === 0 && payments.every(({ amount }) => amount >= 0)) {
    throw refuse("Nothing is left to refund")
  }
  checkReturnedCards(organization, drafts)
  return { original, drafts, charge, discount, totals, payments }
}

/** The refund alone, at any moment: nobody is notified and no stock moves. */
export function makeRefund(
  context: SandboxContext,
  organization: OrganizationState,
  input: RefundInput,
  at: Date
): Purchase {
  const { original, drafts, charge, discount, totals, payments } = draftRefund(context, organization, input, at)
  const refund = composePurchase(
    context,
    organization,
    totals,
    payments,
    {
      source: original.source,
      userDisplayName: input.cashier,
      discounts: discount === 0 ? [] : [{ quantity: -1, amount: discount, value: -discount }],
      serviceCharge: charge ? { ...charge, amount: -charge.amount, quantity: "-1" } : null,
      refund: true,
      refundsPurchaseUUID: original.purchaseUUID,
      refundsPurchaseUUID1: original.purchaseUUID1,
    },
    at
  )
  appendPurchase(organization.purchases, refund)
  replacePurchase(organization.purchases, markRefunded(original, refund))
  bookGiftCardPayments(organization, payments)
  bookPayments(context, organization, payments, at)
  for (const { row } of drafts) {
    if (row.details?.giftcardUuid) {
      changeGiftCard(organization, row.details.giftcardUuid, row.unitPrice * Number(row.quantity))
    }
  }
  return refund
}

function openRows(original: Purchase, earlier: Purchase[]) {
  return original.products
    .map((row, index) => ({ row: index, quantity: openQuantity(row, earlier).toFixed() }))
    .filter(({ quantity }) => Number(quantity) > 0)
}

/** A sold gift card goes back only as long as nothing was paid with it. */
function checkReturnedCards(organization: OrganizationState, drafts: DraftRow[]): void {
  for (const { row } of drafts) {
    const uuid = row.details?.giftcardUuid
    if (uuid) {
      const card = findGiftCard(organization, uuid)
      if (card.remainingAmount < card.initialAmount) {
        throw refuse(`Gift card ${uuid} was used and cannot be refunded`)
      }
    }
  }
}

function markRefunded(original: Purchase, refund: Purchase): Purchase {
  return {
    ...original,
    refunded: true,
    refundedByPurchaseUUIDs: [...(original.refundedByPurchaseUUIDs ?? []), shortUuid(refund.purchaseUUID1)],
    refundedByPurchaseUUIDs1: [...(original.refundedByPurchaseUUIDs1 ?? []), refund.purchaseUUID1],
  }
}

/** Goods that come back, and how the money is paid out. No receipt says which gift card to return it to. */
export const withoutReceiptSchema = basketSchema.pick({ items: true, discounts: true, cashier: true }).extend({
  method: z.enum(PAYMENT_METHODS).exclude(["gift-card"]).default("card"),
  /** whether the goods go back on the shelf */
  restock: z.boolean().default(true),
})

type WithoutReceiptInput = z.output<typeof withoutReceiptSchema>

/**
 * Refunds goods whose receipt is lost: a purchase with negative quantities that names no sale, at the prices and taxes
 * of today.
 * @throws HttpError 404 for an unknown variant, 422 for a gift card or a variant without a price
 */
export function refundWithoutReceipt(
  context: SandboxContext,
  organization: OrganizationState,
  input: WithoutReceiptInput
): Purchase {
  if (input.items.some(({ type }) => type === "gift-card")) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "A gift card is refunded with its receipt only")
  }
  const at = context.clock.now()
  const basket = basketSchema.parse({ items: input.items, discounts: input.discounts })
  const { drafts, discounts } = priceBasket(context.ids, organization, basket, at)
  const returned = discounts.map((discount) => ({ ...discount, quantity: -1, value: 0 - discount.value }))
  const totals = settleTotals(
    drafts.map(reverseDraft),
    returned.reduce((sum, { value }) => sum + value, 0),
    null,
    organization.profile.taxationMode === "EXCLUSIVE"
  )
  const payment = composePayment(context, input.method, {
    uuid: context.ids.timed(at),
    amount: totals.amount,
    tip: 0,
    currency: organization.profile.currency ?? "",
    country: organization.profile.country ?? "",
    organizationUuid: organization.uuid,
    at,
  })
  const particulars = {
    source: basket.source,
    userDisplayName: input.cashier,
    discounts: returned,
    refund: true,
  }
  const refund = composePurchase(context, organization, totals, [payment], particulars, at)
  appendPurchase(organization.purchases, refund)
  bookPayments(context, organization, [payment], at)
  announcePurchase(context, organization, refund)
  if (input.restock) {
    moveStock(context, organization, storeMoves(organization, refund), AT_POS)
  }
  return refund
}

function reverseDraft({ row, total, ...rest }: DraftRow): DraftRow {
  const quantity = `-${row.quantity}`
  const discount = row.discountValue ? { discountValue: -row.discountValue } : null
  return { ...rest, row: { ...row, quantity, ...discount }, total: 0 - total }
}
