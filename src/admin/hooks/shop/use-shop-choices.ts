import { z } from "zod"
import { useQuery } from "@tanstack/react-query"
import type { SelectionKind } from "../../../vocabulary/selection"
import {
  priceListsAnswerSchema,
  regionsAnswerSchema,
  salesChannelsAnswerSchema,
  stockLocationsAnswerSchema,
} from "../../lib/answers/shop"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"

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

export function usePriceListChoices() {
  return useQuery({
    queryKey: posKeys.choices("price-lists"),
    queryFn: () => ask(priceListsAnswerSchema, "/admin/price-lists", { query: { ...query, fields: "id,title" } }),
    select: ({ price_lists }) => price_lists,
  })
}

const namedSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))
const titledSchema = z
  .array(z.looseObject({ id: z.string(), title: z.string() }))
  .transform((rows) => rows.map(({ id, title }) => ({ id, name: title })))
const taggedSchema = z
  .array(z.looseObject({ id: z.string(), value: z.string() }))
  .transform((rows) => rows.map(({ id, value }) => ({ id, name: value })))

/** Where Medusa lists what a selection can be made of, and under which name. */
const SELECTABLE: Record<
  Exclude<SelectionKind, "all">,
  { path: string; answer: z.ZodType<{ id: string; name: string }[]> }
> = {
  sales_channel: {
    path: "/admin/sales-channels",
    answer: z.looseObject({ sales_channels: namedSchema }).transform(({ sales_channels }) => sales_channels),
  },
  collection: {
    path: "/admin/collections",
    answer: z.looseObject({ collections: titledSchema }).transform(({ collections }) => collections),
  },
  category: {
    path: "/admin/product-categories",
    answer: z
      .looseObject({ product_categories: namedSchema })
      .transform(({ product_categories }) => product_categories),
  },
  tag: {
    path: "/admin/product-tags",
    answer: z.looseObject({ product_tags: taggedSchema }).transform(({ product_tags }) => product_tags),
  },
}

const MANY = 1_000

/** The channels, collections, categories or tags of the shop. */
export function useSelectable(kind: SelectionKind) {
  const list = kind === "all" ? null : SELECTABLE[kind]
  return useQuery({
    queryKey: posKeys.choices(kind),
    queryFn: () => (list ? ask(list.answer, list.path, { query: { limit: MANY } }) : []),
  })
}
