import type { PurchasePayment } from "../../pos-api/contract"
import { HttpError } from "../http/http-error"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import type { Basket } from "./basket"
import { changeGiftCard, checkGiftCard } from "./gift-cards"
import { composePayment } from "./payment-methods"

/**
 * Pays an amount (minor units, without the tip) with the basket's payments: each its own amount, one without an amount
 * all that is left. The tip goes with the first card, else with the first payment. Gift cards are only checked here.
 * @throws HttpError 422 when the payments do not come to the amount, or a gift card cannot pay
 */
export function takePayments(
  context: SandboxContext,
  organization: OrganizationState,
  basket: Basket,
  amount: number,
  at: Date
): PurchasePayment[] {
  const due = amount + basket.tip
  const given = basket.payments.reduce((sum, payment) => sum + (payment.amount ?? 0), 0)
  const open = basket.payments.filter((payment) => payment.amount === undefined).length
  if (open > 1 || given > due || (open === 0 && given !== due)) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `The payments do not come to ${due}`)
  }
  const tipped = Math.max(
    basket.payments.findIndex(({ method }) => method === "card"),
    0
  )
  const parts = basket.payments.map((payment) => payment.amount ?? due - given)
  for (const [uuid, part] of partsByGiftCard(basket, parts)) {
    checkGiftCard(organization, uuid, part, at)
  }
  return basket.payments.map((payment, index) => {
    const part = parts[index] ?? 0
    return composePayment(context, payment.method, {
      uuid: context.ids.timed(at),
      amount: part,
      tip: index === tipped ? basket.tip : 0,
      currency: organization.profile.currency ?? "",
      country: organization.profile.country ?? "",
      organizationUuid: organization.uuid,
      at,
      giftCardUuid: payment.giftCardUuid,
      handedAmount: payment.handedAmount,
    })
  })
}

/** What each gift card pays of a basket: one card may be laid down twice. */
function partsByGiftCard({ payments }: Basket, parts: number[]): Map<string, number> {
  const sums = new Map<string, number>()
  payments.forEach(({ method, giftCardUuid = "" }, index) => {
    if (method === "gift-card") {
      sums.set(giftCardUuid, (sums.get(giftCardUuid) ?? 0) + (parts[index] ?? 0))
    }
  })
  return sums
}

/** Takes from gift cards what they pay, and gives back to them what a refund returns. */
export function bookGiftCardPayments(organization: OrganizationState, payments: PurchasePayment[]): void {
  for (const { type, amount, attributes } of payments) {
    const uuid = attributes?.giftcardUuid
    if (type === "GIFTCARD" && typeof uuid === "string") {
      changeGiftCard(organization, uuid, -amount)
    }
  }
}
