import { z } from "zod"
import type { Merchant } from "../merchant"
import type { StatementModel } from "./statement-model"

export type KnownRow = { open: number; sold: number; variantUuid: string | null; cardUuid: string | null }

/** A sale with what is left to give back: thousandths of its rows, minor units of its payments, tip and charge. */
export type KnownSale = {
  uuid: string
  amount: number
  left: number
  tip: number
  charge: number
  refunds: number
  rows: KnownRow[]
  payments: { uuid: string; method: string; left: number; cardUuid: string | null }[]
}

export type KnownCard = { uuid: string; initial: number; remaining: number; validTo: string | null }

/** What the model knows of an organization. */
export type Life = {
  merchant: Merchant
  isTaxOnTop: boolean
  now: number
  statement: StatementModel
  sales: KnownSale[]
  /** all purchases, refunds too, in the order in which they were made */
  purchases: { at: number; amount: number }[]
  cards: KnownCard[]
  /** thousandths in the store by variant; a product without an entry is not tracked */
  stock: Map<string, number>
  goods: { productUuid: string; variantUuid: string }[]
}

/** Where the organization is: a gift card expires by the date there. */
export const TIME_ZONE = "Europe/Stockholm"

const paymentSchema = z.looseObject({
  uuid: z.string(),
  amount: z.number(),
  gratuityAmount: z.number().nullish(),
  references: z.looseObject({ refundsPayment: z.string().optional() }).nullish(),
})

export const purchaseSchema = z.looseObject({
  purchaseUUID1: z.string(),
  amount: z.number(),
  vatAmount: z.number(),
  groupedVatAmounts: z.record(z.string(), z.number()),
  payments: z.array(paymentSchema),
  products: z.array(
    z.looseObject({
      quantity: z.string(),
      rowTaxableAmount: z.number(),
      details: z.looseObject({ giftcardUuid: z.string().optional() }).nullish(),
    })
  ),
})

export type ShownPurchase = z.output<typeof purchaseSchema>

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Payments make up the amount, and so do net rows, tax and what is beside the rows. */
export function checkSums(purchase: ShownPurchase, beside: number): void {
  const { amount, vatAmount, payments, products } = purchase
  expect(sum(payments.map((payment) => payment.amount))).toBe(amount)
  expect(sum(products.map(({ rowTaxableAmount }) => rowTaxableAmount)) + vatAmount + beside).toBe(amount)
  for (const payment of payments) {
    // The amount of a payment includes its tip.
    expect(Math.abs(payment.gratuityAmount ?? 0)).toBeLessThanOrEqual(Math.abs(payment.amount))
  }
}
