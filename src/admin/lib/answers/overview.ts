import { z } from "zod"

/** A day of the organization; amounts in minor units. */
export const salesDaySchema = z.looseObject({
  day: z.string(),
  pos: z.looseObject({ amount: z.number(), receipts: z.number() }),
  refunds: z.looseObject({ amount: z.number(), receipts: z.number() }),
  web: z.looseObject({ amount: z.number(), orders: z.number() }),
})

/** `GET /admin/pos/overview` */
export const overviewAnswerSchema = z.looseObject({
  overview: z.looseObject({ currency_code: z.string(), time_zone: z.string(), days: z.array(salesDaySchema) }),
})

/** `GET /admin/pos/overview/all`: each currency by itself */
export const overviewOfAllAnswerSchema = z.looseObject({
  overview: z.looseObject({
    currencies: z.array(
      z.looseObject({
        currency_code: z.string(),
        /** whose days the web's sales are by */
        time_zone: z.string(),
        days: z.array(salesDaySchema),
        connections: z.array(salesDaySchema.pick({ pos: true, refunds: true }).extend({ id: z.string() })),
      })
    ),
  }),
})

/** `GET /admin/pos/overview/top-products` */
export const topProductsAnswerSchema = z.looseObject({
  currency_code: z.string(),
  top_products: z.array(
    z.looseObject({
      name: z.string(),
      product_id: z.string().nullable(),
      /** decimal text */
      quantity: z.string(),
      amount: z.number(),
    })
  ),
})

export type CurrencySales = z.infer<typeof overviewOfAllAnswerSchema>["overview"]["currencies"][number]
export type SalesDay = z.infer<typeof salesDaySchema>

const momentSchema = z.string().nullable()

/** `GET /admin/pos/freshness` */
export const freshnessAnswerSchema = z.looseObject({
  freshness: z.array(
    z.looseObject({
      stream: z.string(),
      state: z.string(),
      last_success_at: momentSchema,
      last_attempt_at: momentSchema,
      waiting: z.number(),
      oldest_waiting_at: momentSchema,
      synced: z.number(),
      total: z.number(),
      next_attempt_at: momentSchema,
      reason: z.string().nullable(),
    })
  ),
})

export type Freshness = z.infer<typeof freshnessAnswerSchema>["freshness"][number]
