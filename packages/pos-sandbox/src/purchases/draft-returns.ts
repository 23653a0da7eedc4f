import { BigNumber } from "bignumber.js"
import { z } from "zod"
import {
  minorUnitsSchema,
  type Purchase,
  type PurchasePayment,
  type PurchaseRow,
  uuidSchema,
} from "../../../../src/pos-api/contract"
import { HttpError } from "../http/http-error"
import { composePayment, PAYMENT_METHODS, type PaymentMethod } from "./payment-methods"
import { type DraftRow, roundHalfUp } from "./price-basket"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { findPurchase } from "./purchase-book"

type Return = {
  /** minor units above 0, without tips */
  amount: number
  /** all that is left is refunded: with the tips that were not refunded before, as far as the payments have them left */
  withTips: boolean
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
  { amount, withTips, method, rounding, at }: Return
): PurchasePayment[] {
  const open = original.payments.map((payment) => {
    const { amount: back, tip: tipBack } = returned(payment, earlier)
    return { payment, left: payment.amount - back, tip: withTips ? (payment.gratuityAmount ?? 0) - tipBack : 0 }
  })
  const payable = open.reduce((sum, { left }) => sum + left, 0)
  const tips = open.reduce((sum, { tip }) => sum + tip, 0)
  if (amount > payable + rounding) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "More than was paid cannot be refunded")
  }
  const total = Math.min(amount + tips, payable)
  let rest = total
  let restOfTips = Math.max(total - amount, 0)
  return open.flatMap(({ payment, left, tip }) => {
    const part = Math.min(left, rest)
    rest -= part
    if (part === 0 && total > 0) {
      return []
    }
    const gratuity = Math.min(tip, restOfTips, part)
    restOfTips -= gratuity
    const references = { refundsPayment: payment.uuid }
    const fields = {
      uuid: context.ids.timed(at),
      amount: -part,
      references,
      gratuityAmount: gratuity > 0 ? -gratuity : undefined,
    }
    if (method === undefined) {
      return [{ ...payment, ...fields }]
    }
    const currency = original.currency
    const { uuid: organizationUuid } = organization
    const draft = { currency, country: original.country ?? "", organizationUuid, at, tip: 0, ...fields }
    return [{ ...composePayment(context, method, draft), ...fields }]
  })
}

/** What earlier refunds have refunded of a payment, and of its tip, above 0. */
function returned(payment: PurchasePayment, earlier: Purchase[]): { amount: number; tip: number } {
  return earlier
    .flatMap(({ payments }) => payments)
    .filter(({ references }) => references?.refundsPayment === payment.uuid)
    .reduce(
      (sum, { amount, gratuityAmount }) => ({ amount: sum.amount - amount, tip: sum.tip - (gratuityAmount ?? 0) }),
      { amount: 0, tip: 0 }
    )
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

const refuse = (message: string) => new HttpError(422, "CONSTRAINT_VIOLATION", message)

/** A row keeps its unit price; its discount goes back in proportion, so that several refunds return all of it. */
export function draftReturn(original: Purchase, earlier: Purchase[], position: number, quantity: string): DraftRow {
  const row = original.products[position]
  if (!row) {
    throw refuse(`The receipt has no row ${position}`)
  }
  const open = openQuantity(row, earlier)
  if (open.lt(quantity)) {
    throw refuse(`Of row ${position} only ${open.toFixed()} can be refunded`)
  }
  const discountUntil = (returned: BigNumber) => roundHalfUp(returned.div(row.quantity).times(row.discountValue ?? 0))
  const before = new BigNumber(row.quantity).minus(open)
  const discountValue = discountUntil(before.plus(quantity)) - discountUntil(before)
  const total = roundHalfUp(new BigNumber(row.unitPrice).times(quantity)) - discountValue
  const returned: PurchaseRow = {
    ...row,
    quantity: `-${quantity}`,
    discountValue: row.discountValue ? -discountValue : row.discountValue,
  }
  return { row: returned, total: -total, taxPercentage: getRate(row), isDiscountable: row.type !== "GIFTCARD" }
}

/** A row for money that belongs to no row of the original, at its highest rate. */
export function draftAmount(original: Purchase, amount: number): DraftRow {
  const rates = original.products.map(getRate)
  const vatPercentage = Math.max(0, ...rates)
  const row = {
    id: String(original.products.length),
    quantity: "-1",
    type: "CUSTOM_AMOUNT",
    name: "",
    unitPrice: amount,
    vatPercentage,
    libraryProduct: false,
    autoGenerated: false,
  }
  return { row, total: -amount, taxPercentage: vatPercentage, isDiscountable: false }
}

/** The percentage of tax on a row, of any kind. */
export function getRate(row: PurchaseRow): number {
  return row.vatPercentage ?? (row.taxRates ?? []).reduce((sum, rate) => sum + (rate.percentage ?? 0), 0)
}

/** The part of purchase-wide discounts that the returned rows had and no earlier refund has returned, in minor units. */
export function refundedDiscount(original: Purchase, earlier: Purchase[], drafts: DraftRow[]): number {
  const givenDiscount = (original.discounts ?? []).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const discountable = original.products.filter(({ type }) => type !== "GIFTCARD")
  const ids = new Set(discountable.map(({ id }) => id))
  const whole = getSum(discountable)
  if (whole === 0) {
    return 0
  }
  const discountUntil = (returned: number) => roundHalfUp(new BigNumber(givenDiscount).times(returned).div(whole))
  const before = -getSum(earlier.flatMap(({ products }) => products).filter(({ id }) => ids.has(id)))
  const returned = drafts.reduce((sum, draft) => sum + (draft.isDiscountable ? -draft.total : 0), 0)
  return discountUntil(before + returned) - discountUntil(before)
}

/** Rows before purchase-wide discounts, in minor units. */
function getSum(rows: PurchaseRow[]): number {
  return rows.reduce(
    (sum, { unitPrice, quantity, discountValue }) =>
      sum + roundHalfUp(new BigNumber(unitPrice).times(quantity)) - (discountValue ?? 0),
    0
  )
}

const positiveAmountSchema = minorUnitsSchema.min(1).max(1_000_000_000_000)

/** What is refunded. Without `items` and `customAmount`: all that was not refunded before, with tip and charge. */
export const refundSchema = z.looseObject({
  purchaseUuid: uuidSchema,
  items: z
    .array(
      z.looseObject({
        /** the row's place on the receipt, from 0 */
        row: z.number().int().min(0),
        quantity: z
          .union([z.number(), z.string()])
          .transform(String)
          .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0, "must be a decimal above 0"),
      })
    )
    .min(1)
    .optional(),
  /** minor units that belong to no row */
  customAmount: positiveAmountSchema.optional(),
  /** absent: back to the payments the money came from */
  method: z.enum(PAYMENT_METHODS).optional(),
  /** whether the goods go back on the shelf */
  restock: z.boolean().default(true),
  cashier: z.string().max(256).default("Åsa Öberg"),
})

export type RefundInput = z.output<typeof refundSchema>
