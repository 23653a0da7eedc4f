import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { SelectionKind } from "../../../contract/settings"
import { ask } from "../../lib/http/client"
import { posKeys, stockKeys } from "../../lib/http/query-keys"

const choice = { id: z.string(), name: z.string() }

/** Lists of Medusa itself that a connection chooses from. */
const salesChannelsAnswerSchema = z.looseObject({ sales_channels: z.array(z.looseObject(choice)) })
const stockLocationsAnswerSchema = z.looseObject({ stock_locations: z.array(z.looseObject(choice)) })
const regionsAnswerSchema = z.looseObject({
  regions: z.array(z.looseObject({ ...choice, currency_code: z.string() })),
})
const priceListsAnswerSchema = z.looseObject({
  price_lists: z
    .array(z.looseObject({ id: z.string(), title: z.string() }))
    .transform((lists) => lists.map(({ id, title }) => ({ id, name: title }))),
})

/** `GET /admin/products/:id`, of Medusa itself: a product's variants */
const productVariantsAnswerSchema = z.looseObject({
  product: z.looseObject({
    title: z.string(),
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), barcode: z.string().nullish() }))
      .nullish(),
  }),
})

/** `GET /admin/inventory-items/:id`, of Medusa itself */
const inventoryItemAnswerSchema = z.looseObject({
  inventory_item: z.looseObject({
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), product_id: z.string().nullish() }))
      .nullish(),
  }),
})

/** `GET /admin/product-variants`, of Medusa itself */
const variantsAnswerSchema = z.looseObject({
  variants: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string().nullish(),
      product_id: z.string().nullish(),
      product: z.looseObject({ title: z.string().nullish() }).nullish(),
    })
  ),
})

/** A variant as people know it. */
export type NamedVariant = { id: string; name: string; productId: string | null }

/** A customer of the store, as Medusa returns them. */
export const customerSchema = z.looseObject({
  id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})

/** `GET /admin/customers`, of Medusa itself */
export const customersAnswerSchema = z.looseObject({ customers: z.array(customerSchema) })

export type Customer = z.infer<typeof customerSchema>

/** What a customer is called; one without a name by their address. */
export const customerName = ({ id, email, first_name, last_name }: Customer): string =>
  [first_name, last_name].filter(Boolean).join(" ") || email || id

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

/** The channels, collections, categories or tags of the store. */
export function useSelectable(kind: SelectionKind) {
  const list = kind === "all" ? null : SELECTABLE[kind]
  return useQuery({
    queryKey: posKeys.choices(kind),
    queryFn: () => (list ? ask(list.answer, list.path, { query: { limit: MANY } }) : []),
  })
}

/** The names of what settings refer to by ID; an unknown ID is shown as it is. */
export function useChoiceNames(): (id: string) => string {
  const lists = [
    useRegionChoices(),
    usePriceListChoices(),
    useStockLocationChoices(),
    useSelectable("sales_channel"),
    useSelectable("collection"),
    useSelectable("category"),
    useSelectable("tag"),
  ]
  const names = new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id) ?? id
}

/** A product's own title and variants, as the store has them. */
export function useProductVariants(productId: string, enabled: boolean) {
  return useQuery({
    queryKey: posKeys.productVariants(productId),
    queryFn: () =>
      ask(productVariantsAnswerSchema, `/admin/products/${productId}`, {
        query: { fields: "id,title,variants.id,variants.title,variants.barcode" },
      }),
    select: ({ product }) => ({ title: product.title, variants: product.variants ?? [] }),
    enabled,
  })
}

/** Names of variants by their ids, with their product's. */
export function useVariantNames(ids: string[]) {
  return useQuery({
    queryKey: stockKeys.variantNames(ids),
    queryFn: () =>
      ask(variantsAnswerSchema, "/admin/product-variants", {
        query: { id: ids, limit: ids.length, fields: "id,title,product_id,product.title" },
      }),
    select: ({ variants }) =>
      new Map(
        variants.map(({ id, title, product_id, product }) => [
          id,
          { id, name: [product?.title, title].filter(Boolean).join(", ") || id, productId: product_id ?? null },
        ])
      ),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

/** The variants that are made of an inventory item. */
export function useInventoryItem(id: string) {
  return useQuery({
    queryKey: posKeys.inventoryItem(id),
    queryFn: () =>
      ask(inventoryItemAnswerSchema, `/admin/inventory-items/${id}`, {
        query: { fields: "id,variants.id,variants.title,variants.product_id" },
      }),
    select: ({ inventory_item }) => inventory_item.variants ?? [],
  })
}
