import { z } from "zod"

/** What to fill an organisation with. The same seed gives the same goods and the same receipts. */
export const seedSchema = z.looseObject({
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
  products: z.number().int().min(0).max(200_000).default(60),
  purchases: z.number().int().min(0).max(500_000).default(0),
  /** the receipts are spread over the opening hours of so many days up to now; history is three years */
  days: z.number().int().min(1).max(1_095).default(1_095),
  /** of every sale, so many are refunded later, whole or in part */
  refundShare: z.number().min(0).max(1).default(0.03),
  /** how much busier the last day is than the first: 0.5 is half as much again */
  growth: z.number().min(0).max(10).default(0),
})

export type SeedInput = z.output<typeof seedSchema>
