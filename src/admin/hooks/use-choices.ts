import { useQuery } from "@tanstack/react-query"
import { regionsAnswerSchema, salesChannelsAnswerSchema, stockLocationsAnswerSchema } from "../lib/answers/choices"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"

const query = { limit: 200, fields: "id,name" }

export function useSalesChannelChoices() {
  return useQuery({
    queryKey: posKeys.choices("sales-channels"),
    queryFn: () => ask(salesChannelsAnswerSchema, "/admin/sales-channels", { query }),
    select: ({ sales_channels }) => sales_channels,
  })
}

export function useStockLocationChoices() {
  return useQuery({
    queryKey: posKeys.choices("stock-locations"),
    queryFn: () => ask(stockLocationsAnswerSchema, "/admin/stock-locations", { query }),
    select: ({ stock_locations }) => stock_locations,
  })
}

export function useRegionChoices() {
  return useQuery({
    queryKey: posKeys.choices("regions"),
    queryFn: () => ask(regionsAnswerSchema, "/admin/regions", { query: { ...query, fields: "id,name,currency_code" } }),
    select: ({ regions }) => regions,
  })
}
