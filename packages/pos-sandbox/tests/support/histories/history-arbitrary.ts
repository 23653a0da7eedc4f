import fc from "fast-check"
import type { PayoutPeriod } from "./statement-model"
import type { DiscountPlan } from "./sale-model"

/** What is in the library: prices that round, a usual one, and goods by weight. */
export const GOODS = [
  { name: "Kanelbulle", price: 333, vatPercentage: 12, unitName: null },
  { name: "Tröja 東京", price: 49_900, vatPercentage: 25, unitName: null },
  { name: "Äpplen", price: 3_990, vatPercentage: 25.5, unitName: "kg" },
] as const

/** Methods that need nothing but an amount. */
const METHODS = ["card", "cash", "card-online", "invoice", "alt-pay-se", "wallet", "deferred-pay"] as const
type Method = (typeof METHODS)[number]

export type ItemStep =
  | { what: "product"; product: number; thousandths: number; discount: DiscountPlan | null }
  | { what: "custom"; amount: number; thousandths: number; vatPercentage: number; discount: DiscountPlan | null }
  | { what: "gift-card"; amount: number; years: 1 | 2 | 3 | null }

/** One thing that happens. Numbers that choose a sale or a card are taken modulo how many there are. */
export type Step =
  | {
      kind: "sell"
      items: ItemStep[]
      discounts: DiscountPlan[]
      charge: number
      tip: number
      /** the last pays what is left, each other a share in percent */
      payments: { method: Method; share: number }[]
      /** pays first, as much as it holds; `excess`: a little more, which is refused */
      giftCard: { card: number; excess: boolean } | null
    }
  | {
      kind: "refund"
      sale: number
      /** percent of each row; null: all */ parts: number[] | null
      restock: boolean
      method: "cash" | null
    }
  | { kind: "deliver"; product: number; thousandths: number }
  | { kind: "advance"; minutes: number }
  | { kind: "period"; period: PayoutPeriod }
  | { kind: "failing-payouts"; payouts: number }
  | { kind: "check" }

export type History = { isTaxOnTop: boolean; steps: Step[] }

const amount = fc.oneof(
  fc.integer({ min: 1, max: 300_000 }),
  // Round amounts are where fees end in half a minor unit.
  fc.integer({ min: 1, max: 300 }).map((thousands) => thousands * 1_000)
)
const thousandths = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((pieces) => pieces * 1_000),
  fc.integer({ min: 1, max: 9_999 })
)
const discount: fc.Arbitrary<DiscountPlan> = fc.oneof(
  fc.record({ amount: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ tenths: fc.integer({ min: 0, max: 1_000 }) })
)
const maybeDiscount = fc.option(discount, { freq: 2 })

const item: fc.Arbitrary<ItemStep> = fc.oneof(
  fc.record({ what: fc.constant("product"), product: fc.nat(GOODS.length - 1), thousandths, discount: maybeDiscount }),
  fc.record({
    what: fc.constant("custom"),
    amount,
    thousandths,
    vatPercentage: fc.constantFrom(0, 12, 25, 25.5),
    discount: maybeDiscount,
  }),
  fc.record({ what: fc.constant("gift-card"), amount, years: fc.constantFrom(1, 2, 3, null) })
)

const sell = fc.record({
  kind: fc.constant("sell"),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  discounts: fc.array(discount, { maxLength: 2 }),
  charge: fc.constantFrom(0, 0, 4_900),
  tip: fc.constantFrom(0, 0, 1, 1_000),
  payments: fc.array(fc.record({ method: fc.constantFrom(...METHODS), share: fc.nat(100) }), {
    minLength: 1,
    maxLength: 3,
  }),
  giftCard: fc.option(fc.record({ card: fc.nat(20), excess: fc.boolean() }), { freq: 2 }),
})

const MINUTES_A_DAY = 1_440

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: sell },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("refund"),
      sale: fc.nat(50),
      parts: fc.option(fc.array(fc.nat(100), { minLength: 4, maxLength: 4 }), { freq: 2 }),
      restock: fc.boolean(),
      method: fc.constantFrom("cash", null, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("deliver"), product: fc.nat(GOODS.length - 1), thousandths }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("advance"),
      minutes: fc.oneof(
        fc.constantFrom(30, 119, 120, 990, 1_110),
        fc.constantFrom(1, 2, 3, 7, 8, 31, 366, 731).map((days) => days * MINUTES_A_DAY)
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("period"), period: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("failing-payouts"), payouts: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("check") }) }
)

/** A random life of an organization. */
export const historyArbitrary: fc.Arbitrary<History> = fc.record({
  isTaxOnTop: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: "max" }),
})
