import type { Step } from "./history-arbitrary"
import { checkSums, type KnownRow, type KnownSale, type Life, purchaseSchema, type ShownPurchase, sum } from "./life"
import { quantityText, toThousandths } from "./sale-model"

type RefundStep = Extract<Step, { kind: "refund" }>

/** Refunds a sale at the register and in the model. */
export async function refund(life: Life, step: RefundStep): Promise<void> {
  const sale = life.sales[step.sale % Math.max(life.sales.length, 1)]
  if (!sale) {
    return
  }
  const parts = sale.rows.map(({ open }, row) => {
    const percent = step.parts === null ? 100 : (step.parts[row % step.parts.length] ?? 0)
    return { row, thousandths: Math.floor((open * percent) / 100) }
  })
  // A gift card goes back whole.
  const returned = parts.filter(
    ({ row, thousandths }) => thousandths > 0 && (!sale.rows[row]?.cardUuid || thousandths === 1_000)
  )
  if (step.parts !== null && returned.length === 0) {
    return
  }
  const items = returned.map(({ row, thousandths }) => ({ row, quantity: quantityText(thousandths) }))
  const cards = returned.map(({ row }) => life.cards.find(({ uuid }) => uuid === sale.rows[row]?.cardUuid))
  const isRest = step.parts === null
  // The rest has what is left of the tip and the charge, too; parts that were rounded up may have taken a little of it.
  const beside = isRest ? Math.min(sale.tip + sale.charge, sum(sale.payments.map(({ left }) => left))) : 0
  const isRefused =
    (returned.length === 0 && beside === 0) || cards.some((card) => card && card.remaining < card.initial)
  const { status, data } = await life.merchant.refund(sale.uuid, {
    items: isRest ? undefined : items,
    restock: step.restock,
    method: step.method ?? undefined,
  })
  expect([isRefused, status]).toEqual([isRefused, isRefused ? 422 : 201])
  if (isRefused) {
    return
  }
  const shown = purchaseSchema.parse(data)
  const isWhole = isRest && sale.refunds === 0
  const given = 0 - shown.amount
  expect(given).toBeGreaterThanOrEqual(0)
  if (isWhole) {
    expect(given).toBe(sale.amount)
    checkSums(shown, 0 - sale.charge - sale.tip)
  }
  const quantities = shown.products.map(({ quantity }) => toThousandths(quantity))
  expect(quantities).toEqual(returned.map(({ thousandths }) => -thousandths))
  book(life, sale, shown, step)
  for (const { row, thousandths } of returned) {
    returnRow(life, sale.rows[row], thousandths, step.restock)
  }
  sale.refunds++
  sale.left -= given
  if (isRest) {
    sale.tip = 0
    sale.charge = 0
  }
  expect(sale.left).toBeGreaterThanOrEqual(0)
  if (!isWhole && sale.rows.every(({ open }) => open === 0)) {
    // A tip and a charge stay with the merchant until the rest is refunded; each row of each part may round.
    expect(Math.abs(sale.left - sale.tip - sale.charge)).toBeLessThanOrEqual(2 * sale.rows.length * sale.refunds)
  }
}

/** Money goes back to the payments that it came from, never more than each has left. */
function book(life: Life, sale: KnownSale, shown: ShownPurchase, step: RefundStep): void {
  for (const { amount, references } of shown.payments) {
    const payment = sale.payments.find(({ uuid }) => uuid === references?.refundsPayment)
    if (!payment) {
      throw new Error(`A refund's payment names ${references?.refundsPayment}, which is none of the sale`)
    }
    payment.left += amount
    expect(payment.left).toBeGreaterThanOrEqual(0)
    const method = step.method ?? payment.method
    life.statement.pay(method, amount)
    const card = method === "gift-card" ? life.cards.find(({ uuid }) => uuid === payment.cardUuid) : undefined
    if (card) {
      card.remaining -= amount
    }
  }
  life.purchases.push({ at: life.now, amount: shown.amount })
}

function returnRow(life: Life, row: KnownRow | undefined, thousandths: number, restock: boolean): void {
  if (!row) {
    return
  }
  row.open -= thousandths
  if (restock && row.variantUuid !== null && life.stock.has(row.variantUuid)) {
    life.stock.set(row.variantUuid, (life.stock.get(row.variantUuid) ?? 0) + thousandths)
  }
  const card = life.cards.find(({ uuid }) => uuid === row.cardUuid)
  if (card) {
    card.remaining = 0
  }
}
