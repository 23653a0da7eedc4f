import type { PosProduct, Purchase } from "../../pos-api/contract"
import { type Basket, basketSchema, type PaymentInput } from "../purchases/basket"
import { makeRefund } from "../purchases/refund"
import { makeSale } from "../purchases/ring-up"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import type { SeededRandom } from "./random"

const CASHIERS = ["Åsa Öberg", "José Muñoz", "Li Wei", "Zoë"] as const

/** Receipts that wait to be refunded, the oldest first. */
const MAX_REFUNDABLE = 50

/**
 * Receipts in order of time, spread evenly from `from` to `until`: products by piece and by weight, custom amounts,
 * gift cards, discounts, tips, several ways to pay, and refunds of earlier ones.
 */
export function seedPurchases(
  context: SandboxContext,
  organization: OrganizationState,
  random: SeededRandom,
  plan: { count: number; from: number; until: number; refundShare: number }
): void {
  const products = [...organization.products.values()]
  const refundable: Purchase[] = []
  const step = (plan.until - plan.from) / plan.count
  for (let number = 0; number < plan.count; number++) {
    const at = new Date(Math.floor(plan.from + number * step))
    const original = random.chance(plan.refundShare) ? refundable.shift() : undefined
    if (original) {
      refund(context, organization, random, original, at)
      continue
    }
    const sale = makeSale(context, organization, makeBasket(products, random), at)
    if (refundable.length < MAX_REFUNDABLE && sale.products.every(({ type }) => type !== "GIFTCARD")) {
      refundable.push(sale)
    }
  }
}

function refund(
  context: SandboxContext,
  organization: OrganizationState,
  random: SeededRandom,
  original: Purchase,
  at: Date
): void {
  const [first] = original.products
  const items = first && random.chance(0.5) ? { items: [{ row: 0, quantity: first.quantity }] } : {}
  const input = { purchaseUuid: original.purchaseUUID1, restock: true, cashier: random.pick(CASHIERS), ...items }
  makeRefund(context, organization, input, at)
}

function makeBasket(products: PosProduct[], random: SeededRandom): Basket {
  const items = Array.from({ length: random.between(1, 4) }, () => makeItem(products, random))
  const payment: PaymentInput = { method: random.pick(["card", "card", "card", "cash", "alt-pay-se", "invoice"]) }
  const discounts = random.chance(0.08) ? [{ name: "Stamkund", percentage: random.pick([5, 10, 20]) }] : []
  const tip = payment.method === "card" && random.chance(0.05) ? random.between(100, 5_000) : 0
  return { ...basketSchema.parse({ items, discounts, tip }), cashier: random.pick(CASHIERS), payments: [payment] }
}

function makeItem(products: PosProduct[], random: SeededRandom) {
  const product = products[random.between(0, Math.max(products.length - 1, 0))]
  const variants = product?.variants ?? []
  const variant = variants[random.between(0, Math.max(variants.length - 1, 0))]
  if (!product || !variant || random.chance(0.03)) {
    return random.chance(0.3)
      ? { type: "gift-card", amount: random.between(1, 10) * 10_000, validYears: 2 }
      : { type: "custom-amount", name: "Reparation", amount: random.between(5_000, 80_000), vatPercentage: 25 }
  }
  const quantity = product.unitName ? (random.between(50, 3_000) / 1_000).toFixed(3) : String(random.between(1, 3))
  const discount = random.chance(0.05) ? { percentage: 15 } : undefined
  return { type: "product", variantUuid: variant.uuid, quantity, ...(discount ? { discount } : {}) }
}
