import { useQuery } from "@tanstack/react-query"
import {
  foundGiftCardAnswerSchema,
  giftCardAnswerSchema,
  giftCardsAnswerSchema,
  liabilityAnswerSchema,
} from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"
import { financeKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, useList } from "../common/use-list"

export function useGiftCards(query: ListQuery) {
  return useList({
    key: financeKeys.giftCards(query),
    schema: giftCardsAnswerSchema,
    path: "/admin/pos/gift-cards",
    query,
  })
}

/** A card and what receipts did with it; the store reads it again when what it knows is old. */
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

/** Asks the POS for any card by its UUID. */
export function useLookUpGiftCard() {
  return useChange((body: { connection_id: string; card_uuid: string }) =>
    ask(foundGiftCardAnswerSchema, "/admin/pos/gift-cards", { method: "POST", body })
  )
}
