import { useQuery } from "@tanstack/react-query"
import {
  accountsAnswerSchema,
  payoutAnswerSchema,
  payoutsAnswerSchema,
  pullAnswerSchema,
  transactionsAnswerSchema,
} from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"
import { financeKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, REFETCH_MS, useList } from "../common/use-list"

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
