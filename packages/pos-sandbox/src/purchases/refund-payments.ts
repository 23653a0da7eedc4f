import { BigNumber } from "bignumber.js"
import type { Purchase, PurchasePayment, PurchaseRow } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { OrganizationState } from "../state/organization"
import { composePayment, type PaymentMethod } from "./payment-methods"
import { findPurchase } from "./purchase-book"

/** `amount` (with the tip) and `tip` in minor units, above 0. */
type Return = {
  amount: number
  tip: number
  method: PaymentMethod | undefined
  /** minor units that parts, each rounded for itself, may come to above what was paid for the whole */
  rounding: number
  at: Date
}

/**
 * Gives money back: to the payments it came from, in their order and up to what each has left, or by one other method.
 * Each names the original payment in `references.refundsPayment`.
 * @throws HttpError 422 for more than was paid and not yet refunded
 */
export function returnPayments(
  context: SandboxContext,
  organization: OrganizationState,
  original: Purchase,
  earlier: Purchase[],
  { amount, tip, method, rounding, at }: Return
): PurchasePayment[] {
  const open = original.payments.map((payment) => ({ payment, left: payment.amount - returned(payment, earlier) }))
  const payable = open.reduce((sum, { left }) => sum + left, 0)
  if (amount > payable + rounding) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "More than was paid cannot be refunded")
  }
  let rest = Math.min(amount, payable)
  return open.flatMap(({ payment, left }, index) => {
    const part = Math.min(left, rest)
    rest -= part
    if (part === 0 && amount > 0) {
      return []
    }
    const gratuity = index === 0 ? tip : 0
    const references = { refundsPayment: payment.uuid }
    const fields = {
      uuid: context.ids.timed(at),
      amount: -part,
      references,
      ...(gratuity > 0 ? { gratuityAmount: -gratuity } : {}),
    }
    if (method === undefined) {
      return [{ ...payment, gratuityAmount: undefined, ...fields }]
    }
    const currency = original.currency
    const { uuid: organizationUuid } = organization
    const draft = { currency, country: original.country ?? "", organizationUuid, at, tip: 0, ...fields }
    return [{ ...composePayment(context, method, draft), ...fields }]
  })
}

/** What earlier refunds have refunded of a payment, above 0. */
function returned(payment: PurchasePayment, earlier: Purchase[]): number {
  return earlier
    .flatMap(({ payments }) => payments)
    .filter(({ references }) => references?.refundsPayment === payment.uuid)
    .reduce((sum, { amount }) => sum - amount, 0)
}

/** The refunds that name a purchase. */
export function getRefunds(organization: OrganizationState, original: Purchase): Purchase[] {
  return (original.refundedByPurchaseUUIDs1 ?? []).flatMap((uuid) => findPurchase(organization.purchases, uuid) ?? [])
}

/** How much of a row can still be refunded; a refund's rows have the id of the original's. */
export function openQuantity(row: PurchaseRow, refunds: Purchase[]): BigNumber {
  return refunds
    .flatMap(({ products }) => products)
    .filter(({ id }) => id === row.id)
    .reduce((open, returned) => open.plus(returned.quantity), new BigNumber(row.quantity))
}
