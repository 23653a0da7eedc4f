import { useQuery } from "@tanstack/react-query"
import {
  accountsAnswerSchema,
  foundGiftCardAnswerSchema,
  giftCardAnswerSchema,
  giftCardsAnswerSchema,
  liabilityAnswerSchema,
  payoutAnswerSchema,
  payoutsAnswerSchema,
  pullAnswerSchema,
  transactionsAnswerSchema,
} from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"
import { financeKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { REFETCH_MS } from "../common/refetch"
import { type ListQuery, useList } from "../common/use-list"

/** The accounts of a connection, asked for quickly while one is read. */
export function useAccounts(connection_id: string) {
  return useQuery({
    queryKey: financeKeys.accounts(connection_id),
    queryFn: () => ask(accountsAnswerSchema, "/admin/pos/account-transactions/accounts", { query: { connection_id } }),
    select: ({ accounts }) => accounts,
    refetchInterval: REFETCH_MS,
  })
}

export function usePayouts(query: ListQuery) {
  return useList({
    key: financeKeys.payouts(query),
    schema: payoutsAnswerSchema,
    path: "/admin/pos/payouts",
    query,
  })
}

export function usePayout(id: string) {
  return useQuery({
    queryKey: financeKeys.payout(id),
    queryFn: () => ask(payoutAnswerSchema, `/admin/pos/payouts/${id}`),
    select: ({ payout }) => payout,
  })
}

export function useTransactions(query: ListQuery, enabled = true) {
  return useList({
    key: financeKeys.transactions(query),
    schema: transactionsAnswerSchema,
    path: "/admin/pos/account-transactions",
    query,
    refetch: false,
    enabled,
  })
}

/** Reads what is new in the account, in the background. */
export function usePull() {
  return useChange((connection_id: string) =>
    ask(pullAnswerSchema, "/admin/pos/account-transactions/pull", { method: "POST", body: { connection_id } })
  )
}

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
