import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { dryRunAnswerSchema, pushSettingsAnswerSchema } from "../lib/answers/push"
import { ask } from "../lib/ask"
import { posKeys } from "../lib/query-keys"
import { useChange } from "./use-change"

const anythingSchema = z.looseObject({})

/** Starts a full sync: everything that differs goes to the counter. */
export function useStartPush(id: string) {
  return useChange(() =>
    ask(z.looseObject({ total: z.number() }), `/admin/pos/connections/${id}/push`, { method: "POST", body: {} })
  )
}

export function useRunAction(id: string) {
  return useChange((action: "pause" | "resume" | "cancel") =>
    ask(anythingSchema, `/admin/pos/runs/${id}/actions`, { method: "POST", body: { action } })
  )
}

export type Inclusion = "auto" | "include" | "exclude"

/** Includes or excludes products, whatever the selection says; `auto` leaves it to the selection again. */
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

/**
 * What a full sync would do, page by page, or with one product; nothing is written. The route goes through the products
 * by their ids, so that one begins after all but its last letter.
 */
export function useDryRun(id: string, productId: string) {
  const limit = productId === "" ? undefined : 1
  return useInfiniteQuery({
    queryKey: posKeys.dryRun(id, productId),
    queryFn: ({ pageParam }) =>
      ask(dryRunAnswerSchema, `/admin/pos/connections/${id}/dry-run`, { query: { after: pageParam, limit } }),
    initialPageParam: productId.slice(0, -1),
    getNextPageParam: ({ next }) => (productId === "" ? next : null),
    // It is worth a computation for every product, and shows a moment.
    staleTime: Infinity,
  })
}

export function usePushSettings(id: string) {
  return useQuery({
    queryKey: posKeys.pushSettings(id),
    queryFn: () => ask(pushSettingsAnswerSchema, `/admin/pos/connections/${id}/push-settings`),
    select: ({ push_settings }) => push_settings,
  })
}

export function useSavePushSettings(id: string) {
  return useChange((body: object) =>
    ask(pushSettingsAnswerSchema, `/admin/pos/connections/${id}/push-settings`, { method: "POST", body })
  )
}
