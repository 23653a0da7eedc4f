import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { BulkAction, Inclusion } from "../../../contract/catalog"
import type { HoldDecision, MassChangeGroup } from "../../../contract/mass-changes"
import { dismissAnswerSchema } from "../../lib/answers/events"
import {
  barcodesAnswerSchema,
  expectedAnswerSchema,
  heldChangesAnswerSchema,
  heldDecidedAnswerSchema,
  linkCountsAnswerSchema,
  type Overrides,
  productLinksAnswerSchema,
  unlistedProductsAnswerSchema,
} from "../../lib/answers/product"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/refetch"
import { type ListQuery, useList } from "../common/use-list"
import { useChange, useToasts } from "../common/use-mutation-toasts"
import { useTexts } from "../common/use-texts"

const anythingSchema = z.looseObject({})

export function useProductLinks(query: ListQuery, enabled = true) {
  return useList({
    key: posKeys.productLinks(query),
    schema: productLinksAnswerSchema,
    path: "/admin/pos/product-links",
    query,
    enabled,
  })
}

/** Products that are not at the POS, with the reasons. `refetch`: again and again while any of them waits to be sent. */
export function useUnlistedProducts(connectionId: string, query: ListQuery, refetch = true) {
  return useQuery({
    queryKey: posKeys.unlistedProducts(connectionId, query),
    queryFn: () =>
      ask(unlistedProductsAnswerSchema, `/admin/pos/connections/${connectionId}/unlisted-products`, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refetch && data?.counts.some(({ state, count }) => state === "waiting" && count > 0) ? REFETCH_MS : false,
  })
}

/** Includes or excludes products, regardless of the selection; `auto` leaves it to the selection again. */
export function useInclude(connection_id: string) {
  return useChange((body: { product_ids: string[]; inclusion: Inclusion }) =>
    ask(anythingSchema, "/admin/pos/product-links/inclusion", { method: "POST", body: { connection_id, ...body } })
  )
}

/** Tries products again now. */
export function usePushProducts(connection_id: string) {
  return useChange((product_ids: string[]) =>
    ask(anythingSchema, "/admin/pos/product-links/push", { method: "POST", body: { connection_id, product_ids } })
  )
}

/** Dismisses the rejections of products, by the ids of their links. */
export function useDismissProducts(connection_id: string) {
  return useChange((body: { ids: string[]; reason: string | undefined }) =>
    ask(dismissAnswerSchema, "/admin/pos/product-links/dismiss", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/** Which products a list of the catalog shows, on all of its pages. */
export type MatchingQuery = { connection_id: string; q?: string; state?: string }

/** How many products are in each state, of those that are searched for. */
export function useLinkCounts(query: Omit<MatchingQuery, "state">) {
  return useQuery({
    queryKey: posKeys.linkCounts(query),
    queryFn: () => ask(linkCountsAnswerSchema, "/admin/pos/product-links/counts", { query }),
    select: ({ counts }) => counts,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

/** How many products match exactly; asked just before something is done with all of them. */
export function useMatchingCount(query: MatchingQuery, enabled: boolean) {
  return useQuery({
    queryKey: posKeys.matchingCount(query),
    queryFn: () => ask(z.looseObject({ count: z.number() }), "/admin/pos/product-links/matching", { query }),
    gcTime: 0,
    enabled,
  })
}

/** Starts a run that does something with all products that match. */
export function useChangeMatching() {
  return useChange((body: MatchingQuery & { action: BulkAction }) =>
    ask(z.looseObject({ total: z.number() }), "/admin/pos/product-links/matching", { method: "POST", body })
  )
}

/** What the POS shows of a product instead of the store's own; null: the store's own again. */
export function useOverride(connection_id: string, product_id: string) {
  return useChange((overrides: Overrides | null) =>
    ask(z.looseObject({}), "/admin/pos/product-links/overrides", {
      method: "POST",
      body: { connection_id, product_id, overrides },
    })
  )
}

/** Gives the variants of products that have no code at all a barcode of the in-store range. */
export function useMakeBarcodes() {
  return useChange((product_ids: string[]) =>
    ask(barcodesAnswerSchema, "/admin/pos/barcodes", { method: "POST", body: { product_ids } })
  )
}

/** The changes of an open hold, all open holds of the connection, and expected mass changes. */
export function useHeldChanges(query: ListQuery) {
  return useList({
    key: posKeys.heldChanges(query),
    schema: heldChangesAnswerSchema,
    path: "/admin/pos/held-changes",
    query,
  })
}

/** Sends held changes, or restores the POS's values; without ids all of the group. */
export function useDecideHeld(connection_id: string) {
  return useChange((body: { change_group: string; decision: HoldDecision; ids?: string[] }) =>
    ask(heldDecidedAnswerSchema, "/admin/pos/held-changes/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/** Allows a deliberate mass change. */
export function useExpectChange(connection_id: string) {
  return useChange((body: { change_group: MassChangeGroup; products: number; minutes: number }) =>
    ask(expectedAnswerSchema, "/admin/pos/held-changes/expect", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/**
 * What can be done with many products at once: push now, include, exclude, leave it to the selection.
 * @param mayInclude asks before products are included
 */
export function useLinkCommands(
  connectionId: string,
  rows: { id: string; product_id: string }[],
  onDone: () => void,
  mayInclude: (productIds: string[]) => Promise<boolean> = async () => true
): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const push = usePushProducts(connectionId)
  const include = useInclude(connectionId)
  const barcodes = useMakeBarcodes()
  const toProductIds = (selected: DataTableRowSelectionState) =>
    rows.filter(({ id }) => selected[id]).map(({ product_id }) => product_id)
  const ended = (words: string) => ({
    onSuccess: () => {
      toasts.succeeded(words)
      onDone()
    },
    onError: toasts.failed,
  })
  return [
    {
      label: t("product.push"),
      shortcut: "p",
      action: (selected) => push.mutate(toProductIds(selected), ended(t("product.pushing"))),
    },
    {
      label: t("barcodes.make"),
      shortcut: "b",
      action: (selected) =>
        barcodes.mutate(toProductIds(selected), {
          onSuccess: ({ variants }) => {
            toasts.succeeded(t("barcodes.made", { count: variants.length }))
            onDone()
          },
          onError: toasts.failed,
        }),
    },
    ...(["include", "exclude", "auto"] as const).map((inclusion) => ({
      label: t(`product.${inclusion}`),
      shortcut: inclusion.slice(0, 1),
      action: async (selected: DataTableRowSelectionState) => {
        const product_ids = toProductIds(selected)
        if (inclusion !== "include" || (await mayInclude(product_ids))) {
          include.mutate({ product_ids, inclusion }, ended(t("product.changed")))
        }
      },
    })),
  ]
}
