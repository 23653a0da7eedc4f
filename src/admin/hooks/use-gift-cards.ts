import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import {
  foundGiftCardAnswerSchema,
  giftCardAnswerSchema,
  giftCardsAnswerSchema,
  liabilityAnswerSchema,
} from "../lib/answers/gift-card"
import { ask } from "../lib/ask"
import { financeKeys, posKeys } from "../lib/query-keys"
import type { ListQuery } from "./use-lists"

const EVERY_MS = 5_000

export function useGiftCards(query: ListQuery) {
  return useQuery({
    queryKey: financeKeys.giftCards(query),
    queryFn: () => ask(giftCardsAnswerSchema, "/admin/pos/gift-cards", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

/** A card and what receipts did with it; the shop reads it anew when what it knows is old. */
export function useGiftCard(id: string) {
  return useQuery({
    queryKey: financeKeys.giftCard(id),
    queryFn: () => ask(giftCardAnswerSchema, `/admin/pos/gift-cards/${id}`),
    enabled: id !== "",
  })
}

export function useLiability(connection_id: string) {
  return useQuery({
    queryKey: financeKeys.liability(connection_id),
    queryFn: () => ask(liabilityAnswerSchema, "/admin/pos/gift-cards/liability", { query: { connection_id } }),
    select: ({ liability }) => liability,
  })
}

/** Asks the service for any card by its UUID. */
export function useLookUpGiftCard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { connection_id: string; card_uuid: string }) =>
      ask(foundGiftCardAnswerSchema, "/admin/pos/gift-cards", { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: posKeys.all }),
  })
}
