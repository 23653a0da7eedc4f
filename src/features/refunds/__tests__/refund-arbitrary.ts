import fc from "fast-check"
import { type Purchase, purchaseSchema } from "../../../pos-api/contract"
import { purchaseArbitrary } from "../../sales/__tests__/purchase-arbitrary"

type Choice = { kind: "rest" | "row" | "typed"; row: number; part: number }

const choiceArbitrary: fc.Arbitrary<Choice> = fc.record({
  kind: fc.constantFrom("rest", "row", "row", "row", "typed"),
  row: fc.nat(7),
  part: fc.integer({ min: 1, max: 100 }),
})

/** A sale and what was given back of it later, each refund as a register writes it. Never more than was paid. */
export const refundedSaleArbitrary: fc.Arbitrary<{ sale: Purchase; refunds: Purchase[] }> = fc
  .tuple(
    purchaseArbitrary.filter((purchase) => purchase.amount > 0),
    fc.array(choiceArbitrary, { minLength: 1, maxLength: 4 })
  )
  .map(([sale, choices]) => {
    const left = sale.products.map((row) => Number(row.quantity))
    let money = sale.amount
    const refunds = choices.flatMap((choice, index): Purchase[] => {
      const rows = takeBack(sale, choice, left)
      const wanted = choice.kind === "rest" ? money : Math.ceil((sale.amount * choice.part) / 300)
      const amount = Math.min(money, wanted)
      money -= amount
      return amount === 0 ? [] : [compose(sale, { index, rows, amount, whole: choice.kind === "rest" && index === 0 })]
    })
    return { sale, refunds }
  })

type Row = Purchase["products"][number]

/** Rows of a refund: everything that is left, a part of one row, or an amount that was typed in. */
function takeBack(sale: Purchase, choice: Choice, left: number[]): Row[] {
  if (choice.kind === "typed") {
    return [{ quantity: "-1", type: "CUSTOM_AMOUNT", name: "Kulans", unitPrice: choice.part }]
  }
  const chosen = choice.kind === "rest" ? sale.products.map((_row, index) => index) : [choice.row]
  return chosen.flatMap((index) => {
    const row = sale.products[index]
    const available = left[index] ?? 0
    if (!row || available === 0) {
      return []
    }
    const isWhole = choice.kind === "rest" || !Number.isInteger(available)
    const quantity = isWhole ? available : Math.max(1, Math.floor((available * choice.part) / 100))
    left[index] = available - quantity
    return [{ ...row, quantity: `-${quantity}`, discountValue: -(row.discountValue ?? 0) }]
  })
}

function compose(sale: Purchase, refund: { index: number; rows: Row[]; amount: number; whole: boolean }): Purchase {
  const [payment] = sale.payments
  return purchaseSchema.parse({
    ...sale,
    purchaseUUID1: `01234567-89ab-11ee-8000-0000000000${String(refund.index).padStart(2, "0")}`,
    amount: -refund.amount,
    products: refund.rows,
    discounts: [],
    serviceCharge:
      refund.whole && sale.serviceCharge ? { ...sale.serviceCharge, amount: -sale.serviceCharge.amount } : null,
    payments: [
      {
        uuid: `22222222-1111-11ee-8000-0000000000${String(refund.index).padStart(2, "0")}`,
        type: "SERVICE_CARD",
        amount: -refund.amount,
        references: { refundsPayment: payment?.uuid },
      },
    ],
    refund: true,
    refundsPurchaseUUID1: sale.purchaseUUID1,
  })
}
