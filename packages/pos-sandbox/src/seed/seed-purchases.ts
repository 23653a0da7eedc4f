import type { PosProduct, Purchase } from "../../../../src/pos-api/contract"
import { type Basket, basketSchema, type PaymentInput } from "../purchases/basket"
import { localDate } from "../purchases/take-payments"
import { priceBasket } from "../purchases/price-basket"
import { makeRefund } from "../purchases/refund"
import { makeSale } from "../purchases/ring-up"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { seededIds, SeededRandom } from "./random"

const CASHIERS = ["Åsa Öberg", "José Muñoz", "Li Wei", "Zoë"] as const

/** Receipts that wait to be refunded, the oldest first. */
const MAX_REFUNDABLE = 50

/** How probable it is at each sale that somebody comes with one of the gift cards that have money left. */
const COMES_WITH_CARD = 0.005

/** Gift cards that somebody may still come with. */
const MAX_OPEN_CARDS = 20

/**
 * Receipts at these moments: products by piece and by weight, custom amounts, gift cards, discounts, tips, several ways
 * to pay, gift cards of earlier sales among them, and refunds of earlier ones.
 */
export function seedPurchases(
  context: SandboxContext,
  organization: OrganizationState,
  random: SeededRandom,
  plan: { moments: readonly number[]; refundShare: number }
): void {
  const products = [...organization.products.values()]
  const refundable: Purchase[] = []
  const openCards: string[] = []
  for (const moment of plan.moments) {
    const at = new Date(moment)
    const original = random.chance(plan.refundShare) ? refundable.shift() : undefined
    if (original) {
      refund(context, organization, random, original, at)
      continue
    }
    const basket = payByGiftCard(organization, random, { basket: makeBasket(products, random), openCards, at })
    const sale = makeSale(context, organization, basket, at)
    openCards.push(...soldCards(sale).slice(0, MAX_OPEN_CARDS - openCards.length))
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

const soldCards = ({ products }: Purchase) => products.flatMap(({ details }) => details?.giftcardUuid ?? [])

/** Now and then somebody pays with a gift card; what it does not cover, they pay as they would have paid all. */
function payByGiftCard(
  organization: OrganizationState,
  random: SeededRandom,
  { basket, openCards, at }: { basket: Basket; openCards: string[]; at: Date }
): Basket {
  const isForGoods = basket.items.every(({ type }) => type !== "gift-card")
  if (!isForGoods || openCards.length === 0 || !random.chance(openCards.length * COMES_WITH_CARD)) {
    return basket
  }
  const place = random.between(0, openCards.length - 1)
  const giftCardUuid = openCards[place] ?? ""
  const card = organization.giftCards.get(giftCardUuid)
  const isValid = card && (card.validTo === null || card.validTo >= localDate(organization, at))
  const amountLeft = isValid ? card.remainingAmount : 0
  // Identifiers that were drawn to compute the total are thrown away, and use none of the seed's.
  const dueAmount = priceBasket(seededIds(new SeededRandom(0)), organization, basket, at).totals.amount
  const amount = Math.min(amountLeft, dueAmount)
  if (amount === amountLeft) {
    openCards.splice(place, 1)
  }
  const rest = amount < dueAmount + basket.tip ? basket.payments : []
  return amount > 0 ? { ...basket, payments: [{ method: "gift-card", giftCardUuid, amount }, ...rest] } : basket
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
  if (!product || !variant || random.chance(0.04)) {
    return random.chance(0.4)
      ? { type: "gift-card", amount: random.between(1, 10) * 10_000, validYears: 2 }
      : { type: "custom-amount", name: "Reparation", amount: random.between(5_000, 80_000), vatPercentage: 25 }
  }
  const quantity = product.unitName ? (random.between(50, 3_000) / 1_000).toFixed(3) : String(random.between(1, 3))
  const discount = random.chance(0.05) ? { percentage: 15 } : undefined
  return { type: "product", variantUuid: variant.uuid, quantity, discount }
}
