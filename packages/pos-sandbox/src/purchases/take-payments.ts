import type { PurchasePayment } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { GiftCardRecord, OrganizationState } from "../state/organization"
import type { Basket } from "./basket"
import { composePayment } from "./payment-methods"

/**
 * Pays an amount (minor units, without the tip) with the basket's payments: each its own amount, one without an amount
 * all that is left. The tip goes with the first card, and as far as that pays less than the tip, with the next payments.
 * Gift cards are only checked here.
 * @throws HttpError 422 when the payments do not come to the amount, or a gift card cannot pay
 */
export function takePayments(
  context: SandboxContext,
  organization: OrganizationState,
  basket: Basket,
  amount: number,
  at: Date
): PurchasePayment[] {
  const dueAmount = amount + basket.tip
  const paidAmount = basket.payments.reduce((sum, payment) => sum + (payment.amount ?? 0), 0)
  const open = basket.payments.filter((payment) => payment.amount === undefined).length
  if (open > 1 || paidAmount > dueAmount || (open === 0 && paidAmount !== dueAmount)) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `The payments do not come to ${dueAmount}`)
  }
  const parts = basket.payments.map((payment) => payment.amount ?? dueAmount - paidAmount)
  const tips = shareTip(basket, parts)
  for (const [uuid, part] of partsByGiftCard(basket, parts)) {
    checkGiftCard(organization, uuid, part, at)
  }
  return basket.payments.map((payment, index) => {
    const part = parts[index] ?? 0
    return composePayment(context, payment.method, {
      uuid: context.ids.timed(at),
      amount: part,
      tip: tips[index] ?? 0,
      currency: organization.profile.currency ?? "",
      country: organization.profile.country ?? "",
      organizationUuid: organization.uuid,
      at,
      giftCardUuid: payment.giftCardUuid,
      handedAmount: payment.handedAmount,
    })
  })
}

/** The tip of each payment: none has more than it pays, as its amount includes the tip (spec "Purchase payment"). */
function shareTip({ payments, tip }: Basket, parts: number[]): number[] {
  const firstCard = payments.findIndex(({ method }) => method === "card")
  const tips = parts.map(() => 0)
  let tipLeft = tip
  for (const index of [Math.max(firstCard, 0), ...parts.keys()]) {
    const tipPart = Math.min(tipLeft, (parts[index] ?? 0) - (tips[index] ?? 0))
    tips[index] = (tips[index] ?? 0) + tipPart
    tipLeft -= tipPart
  }
  return tips
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

/** A format takes long to make; there are as many as time zones are in use. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in the organization's time zone, `YYYY-MM-DD`. */
export function localDate(organization: OrganizationState, at: Date): string {
  const timeZone = organization.profile.timeZone ?? "UTC"
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

/** Keeps a card that was sold. @param validYears null: it never expires */
export function issueGiftCard(
  organization: OrganizationState,
  card: { uuid: string; amount: number; validYears: number | null },
  at: Date
): void {
  const created = localDate(organization, at)
  organization.giftCards.set(card.uuid, {
    uuid: card.uuid,
    created,
    validTo: card.validYears === null ? null : yearsAfter(created, card.validYears),
    initialAmount: card.amount,
    remainingAmount: card.amount,
  })
}

/** The 29th of February has its anniversary on the 1st of March. */
function yearsAfter(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10)
}

/** @throws HttpError 404 */
export function findGiftCard(organization: OrganizationState, uuid: string): GiftCardRecord {
  const card = organization.giftCards.get(uuid)
  if (!card) {
    throw new HttpError(404, "NOT_FOUND", `There is no gift card ${uuid}`)
  }
  return card
}

/** Checks that a card can pay an amount. @throws HttpError 404, or 422 when it has expired or holds too little */
function checkGiftCard(organization: OrganizationState, uuid: string, amount: number, at: Date): GiftCardRecord {
  const card = findGiftCard(organization, uuid)
  if (card.validTo !== null && card.validTo < localDate(organization, at)) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Gift card ${uuid} has expired on ${card.validTo}`)
  }
  if (card.remainingAmount < amount) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Gift card ${uuid} holds only ${card.remainingAmount}`)
  }
  return card
}

/** Moves a card's balance: negative to pay with it, positive to give money back. */
export function changeGiftCard(organization: OrganizationState, uuid: string, change: number): void {
  const card = organization.giftCards.get(uuid)
  if (card) {
    card.remainingAmount += change
  }
}
