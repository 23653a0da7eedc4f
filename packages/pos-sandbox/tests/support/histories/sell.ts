import { GOODS, type ItemStep, type Step } from "./history-arbitrary"
import { checkSums, type KnownCard, type Life, purchaseSchema, type ShownPurchase, sum, TIME_ZONE } from "./life"
import { expectSale, quantityText, type RowPlan } from "./sale-model"

/** A service charge is without tax, so that its tax needs no model. */
const CHARGE_VAT = 0

const dateFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE })

type SellStep = Extract<Step, { kind: "sell" }>

/** Sells at the register and in the model. */
export async function sell(life: Life, step: SellStep): Promise<void> {
  const { merchant, isTaxOnTop } = life
  const plans = step.items.map(planRow)
  const expected = expectSale(plans, step.discounts, step.charge, isTaxOnTop)
  const due = expected.net + step.tip
  const card = step.giftCard ? life.cards[step.giftCard.card % Math.max(life.cards.length, 1)] : undefined
  const excess = step.giftCard?.excess === true && card !== undefined && card.remaining < due ? 1 : 0
  const fromCard = card ? Math.min(card.remaining, due) + excess : 0
  const isRefused = card !== undefined && (excess > 0 || isExpired(card, life.now))
  const shares = step.payments.slice(0, -1).map(({ share }) => Math.floor(((due - fromCard) * share) / 100 / 3))
  const payments = [
    ...(card ? [{ method: "gift-card", giftCardUuid: card.uuid, amount: fromCard }] : []),
    ...step.payments.map(({ method }, index) => ({ method, amount: shares[index] })),
  ]
  const { status, data } = await merchant.sell(
    step.items.map((item) => writeItem(life, item)),
    {
      discounts: step.discounts.map(writeDiscount),
      serviceCharge: step.charge > 0 ? { title: "Frakt", amount: step.charge, vatPercentage: CHARGE_VAT } : undefined,
      tip: step.tip,
      payments,
    }
  )
  expect([isRefused, status]).toEqual([isRefused, isRefused ? 422 : 201])
  if (isRefused) {
    return
  }
  const sale = purchaseSchema.parse(data)
  const allowed = 2 * plans.length
  expect(Math.abs(sale.vatAmount - expected.exactTax)).toBeLessThanOrEqual(allowed)
  expect(sale.amount).toBe(due + (isTaxOnTop ? sale.vatAmount : 0))
  checkSums(sale, step.charge + step.tip)
  expect(sum(sale.payments.map(({ gratuityAmount }) => gratuityAmount ?? 0))).toBe(step.tip)
  const fixed = payments.slice(0, -1).map(({ amount }) => amount)
  expect(sale.payments.slice(0, -1).map(({ amount }) => amount)).toEqual(fixed)
  learn(life, step, sale, { plans, methods: payments.map(({ method }) => method), card, fromCard })
}

type Taken = { plans: RowPlan[]; methods: string[]; card: KnownCard | undefined; fromCard: number }

function learn(life: Life, step: SellStep, sale: ShownPurchase, { plans, methods, card, fromCard }: Taken): void {
  life.purchases.push({ at: life.now, amount: sale.amount })
  if (card) {
    card.remaining -= fromCard
  }
  sale.payments.forEach(({ amount }, index) => life.statement.pay(methods[index] ?? "", amount))
  const rows = step.items.map((item, index) => {
    const plan = plans[index]
    const variantUuid = item.what === "product" ? (life.goods[item.product]?.variantUuid ?? "") : null
    if (variantUuid !== null && life.stock.has(variantUuid)) {
      life.stock.set(variantUuid, (life.stock.get(variantUuid) ?? 0) - (plan?.thousandths ?? 0))
    }
    const cardUuid = sale.products[index]?.details?.giftcardUuid
    if (item.what === "gift-card" && cardUuid !== undefined) {
      const validTo = item.years === null ? null : anniversary(life.now, item.years)
      life.cards.push({ uuid: cardUuid, initial: item.amount, remaining: item.amount, validTo })
    }
    return { open: plan?.thousandths ?? 0, sold: plan?.thousandths ?? 0, variantUuid, cardUuid: cardUuid ?? null }
  })
  life.sales.push({
    uuid: sale.purchaseUUID1,
    amount: sale.amount,
    left: sale.amount,
    tip: step.tip,
    charge: step.charge,
    refunds: 0,
    rows,
    payments: sale.payments.map(({ uuid, amount }, index) => ({
      uuid,
      method: methods[index] ?? "",
      left: amount,
      cardUuid: methods[index] === "gift-card" ? (card?.uuid ?? null) : null,
    })),
  })
}

const isExpired = ({ validTo }: KnownCard, now: number) => validTo !== null && dateFormat.format(now) > validTo

/** The day of the sale, years later; of a 29th of February the 1st of March. */
function anniversary(at: number, years: number): string {
  const [year = "", month = "", day = ""] = dateFormat.format(at).split("-")
  return new Date(Date.UTC(Number(year) + years, Number(month) - 1, Number(day))).toISOString().slice(0, 10)
}

function planRow(item: ItemStep): RowPlan {
  switch (item.what) {
    case "product": {
      const { price, vatPercentage } = GOODS[item.product] ?? GOODS[0]
      const { thousandths, discount } = item
      return { unitPrice: price, thousandths, vatPercentage, isGiftCard: false, discount }
    }
    case "custom": {
      const { amount, thousandths, vatPercentage, discount } = item
      return { unitPrice: amount, thousandths, vatPercentage, isGiftCard: false, discount }
    }
    case "gift-card":
      return { unitPrice: item.amount, thousandths: 1_000, vatPercentage: 0, isGiftCard: true, discount: null }
  }
}

const writeDiscount = (discount: { amount: number } | { tenths: number }) =>
  "amount" in discount ? discount : { percentage: discount.tenths / 10 }

function writeItem(life: Life, item: ItemStep): object {
  switch (item.what) {
    case "product": {
      const { variantUuid } = life.goods[item.product] ?? { variantUuid: "" }
      const discount = item.discount ? writeDiscount(item.discount) : undefined
      return { variantUuid, quantity: quantityText(item.thousandths), discount }
    }
    case "custom": {
      const { amount, vatPercentage, thousandths } = item
      const discount = item.discount ? writeDiscount(item.discount) : undefined
      return { type: "custom-amount", amount, vatPercentage, quantity: quantityText(thousandths), discount }
    }
    case "gift-card":
      return { type: "gift-card", amount: item.amount, validYears: item.years }
  }
}
