import { HttpError } from "../http/http-error"
import type { GiftCardRecord, OrganizationState } from "../state/organization"

/** A format takes long to make; there are as many as time zones are in use. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in the organisation's time zone, `YYYY-MM-DD`. */
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
export function checkGiftCard(organization: OrganizationState, uuid: string, amount: number, at: Date): GiftCardRecord {
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
