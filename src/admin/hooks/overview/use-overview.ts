import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { z } from "zod"
import { parsePeriod } from "../../components/overview/period-tabs"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/refetch"

/** A day of the organization; amounts in minor units. */
export const salesDaySchema = z.looseObject({
  day: z.string(),
  pos: z.looseObject({ amount: z.number(), receipts: z.number() }),
  refunds: z.looseObject({ amount: z.number(), receipts: z.number() }),
  web: z.looseObject({ amount: z.number(), orders: z.number() }),
})

/** `GET /admin/pos/overview` */
const overviewAnswerSchema = z.looseObject({
  overview: z.looseObject({ currency_code: z.string(), time_zone: z.string(), days: z.array(salesDaySchema) }),
})

/** `GET /admin/pos/overview/all`: each currency by itself */
const overviewOfAllAnswerSchema = z.looseObject({
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
const topProductsAnswerSchema = z.looseObject({
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
const freshnessAnswerSchema = z.looseObject({
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

/** The last `days` days of a connection, today included, and again while the page is open. */
export function useOverview(connection_id: string, days: number) {
  return useQuery({
    queryKey: posKeys.overview(connection_id, days),
    queryFn: () => ask(overviewAnswerSchema, "/admin/pos/overview", { query: { connection_id, days } }),
    select: ({ overview }) => overview,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

/** As {@link useOverview}, of all connections or those of a group, each currency by itself. */
export function useOverviewOfAll(group: string | null, days: number) {
  const query = { days, group_name: group ?? undefined }
  return useQuery({
    queryKey: posKeys.overviewOfAll(group, days),
    queryFn: () => ask(overviewOfAllAnswerSchema, "/admin/pos/overview/all", { query }),
    select: ({ overview }) => overview.currencies,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

export function useTopProducts(connection_id: string, days: number) {
  return useQuery({
    queryKey: posKeys.topProducts(connection_id, days),
    queryFn: () => ask(topProductsAnswerSchema, "/admin/pos/overview/top-products", { query: { connection_id, days } }),
    placeholderData: keepPreviousData,
  })
}

/** How fresh each stream of a connection is, and again while the page is open. */
export function useFreshness(connection_id: string) {
  return useQuery({
    queryKey: posKeys.freshness(connection_id),
    queryFn: () => ask(freshnessAnswerSchema, "/admin/pos/freshness", { query: { connection_id } }),
    select: ({ freshness }) => freshness,
    refetchInterval: REFETCH_MS,
  })
}

/** How many days the overview looks back, kept in its URL. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const choose = (days: number) =>
    setSearch((before) => {
      before.set("days", String(days))
      return before
    })
  return { days: parsePeriod(search.get("days")), choose }
}
