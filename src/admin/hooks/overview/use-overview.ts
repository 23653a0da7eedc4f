import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { parsePeriod } from "../../components/overview/period-tabs"
import {
  freshnessAnswerSchema,
  overviewAnswerSchema,
  overviewOfAllAnswerSchema,
  topProductsAnswerSchema,
} from "../../lib/answers/overview"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/refetch"

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
  const query = { days, ...(group === null ? {} : { group_name: group }) }
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
