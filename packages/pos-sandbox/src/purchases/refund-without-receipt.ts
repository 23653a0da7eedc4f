import { z } from "zod"
import type { Purchase } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { bookPayments } from "../finance/settle-ledger"
import { HttpError } from "../http/http-error"
import { AT_POS, moveStock } from "../inventory/move-stock"
import type { OrganizationState } from "../state/organization"
import { basketSchema } from "./basket"
import { composePayment, PAYMENT_METHODS } from "./payment-methods"
import { type DraftRow, priceBasket, settleTotals } from "./price-basket"
import { appendPurchase } from "./purchase-book"
import { announcePurchase, composePurchase, storeMoves } from "./ring-up"

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
