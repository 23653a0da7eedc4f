import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { inboxEntriesAnswerSchema, inboxEntryAnswerSchema, replayAnswerSchema } from "../lib/answers/inbox-entry"
import {
  inventoryItemAnswerSchema,
  productLinksAnswerSchema,
  productsAnswerSchema,
  runsAnswerSchema,
} from "../lib/answers/product-link"
import { receiptAnswerSchema, receiptsAnswerSchema } from "../lib/answers/receipt"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"
import { useChange } from "./use-change"

/** How often an open list looks for what is new; a hidden tab does not ask. */
const EVERY_MS = 5_000

export type ListQuery = Record<string, string | number | undefined>

export function useReceipts(query: ListQuery, enabled = true) {
  return useQuery({
    queryKey: posKeys.receipts(query),
    queryFn: () => ask(receiptsAnswerSchema, "/admin/pos/receipts", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    enabled,
  })
}

export function useReceipt(id: string) {
  return useQuery({
    queryKey: posKeys.receipt(id),
    queryFn: () => ask(receiptAnswerSchema, `/admin/pos/receipts/${id}`),
    select: ({ receipt }) => receipt,
    enabled: id !== "",
  })
}

export function useProductLinks(query: ListQuery, enabled = true) {
  return useQuery({
    queryKey: posKeys.productLinks(query),
    queryFn: () => ask(productLinksAnswerSchema, "/admin/pos/product-links", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    enabled,
  })
}

/** Titles of the shop's products by their ids, for a page of links. */
export function useProductTitles(ids: string[]) {
  return useQuery({
    queryKey: posKeys.productTitles(ids),
    queryFn: () =>
      ask(productsAnswerSchema, "/admin/products", {
        query: { id: ids, limit: ids.length, fields: "id,title,thumbnail" },
      }),
    select: ({ products }) => new Map(products.map((product) => [product.id, product])),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

/** Syncs, the latest first; one that goes on tells of itself, see use-live-run.ts. */
export function useRuns(query: ListQuery, enabled = true) {
  return useQuery({
    queryKey: posKeys.runs(query),
    queryFn: () => ask(runsAnswerSchema, "/admin/pos/runs", { query }),
    refetchInterval: EVERY_MS,
    enabled,
  })
}

export function useInboxEntries(query: ListQuery, enabled = true) {
  return useQuery({
    queryKey: posKeys.inboxEntries(query),
    queryFn: () => ask(inboxEntriesAnswerSchema, "/admin/pos/inbox-entries", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    enabled,
  })
}

export function useInboxEntry(id: string) {
  return useQuery({
    queryKey: posKeys.inboxEntry(id),
    queryFn: () => ask(inboxEntryAnswerSchema, `/admin/pos/inbox-entries/${id}`),
    select: ({ inbox_entry }) => inbox_entry,
    enabled: id !== "",
  })
}

/** Tries dead entries of a connection again; without ids all of them. */
export function useReplay() {
  return useChange((body: { connection_id: string; ids?: string[] }) =>
    ask(replayAnswerSchema, "/admin/pos/inbox-entries/replay", { method: "POST", body })
  )
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
