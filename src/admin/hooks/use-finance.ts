import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import {
  accountsAnswerSchema,
  fileAnswerSchema,
  orderPaymentsAnswerSchema,
  payoutAnswerSchema,
  payoutsAnswerSchema,
  pullAnswerSchema,
  transactionsAnswerSchema,
  unsettledAnswerSchema,
  unusualFeesAnswerSchema,
} from "../lib/answers/finance"
import { ask } from "../lib/ask"
import { financeKeys } from "../lib/query-keys"
import { useChange } from "./use-change"
import type { ListQuery } from "./use-lists"

const EVERY_MS = 5_000

/** The accounts of a connection, asked for quickly while one is read. */
export function useAccounts(connection_id: string) {
  return useQuery({
    queryKey: financeKeys.accounts(connection_id),
    queryFn: () => ask(accountsAnswerSchema, "/admin/pos/account-transactions/accounts", { query: { connection_id } }),
    select: ({ accounts }) => accounts,
    refetchInterval: EVERY_MS,
  })
}

export function usePayouts(query: ListQuery) {
  return useQuery({
    queryKey: financeKeys.payouts(query),
    queryFn: () => ask(payoutsAnswerSchema, "/admin/pos/payouts", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
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
  return useQuery({
    queryKey: financeKeys.transactions(query),
    queryFn: () => ask(transactionsAnswerSchema, "/admin/pos/account-transactions", { query }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useUnsettled(query: ListQuery) {
  return useQuery({
    queryKey: financeKeys.unsettled(query),
    queryFn: () => ask(unsettledAnswerSchema, "/admin/pos/reports/unsettled-payments", { query }),
    placeholderData: keepPreviousData,
  })
}

/** Payments whose fee is out of line with what is usual for their type. */
export function useUnusualFees(query: ListQuery) {
  return useQuery({
    queryKey: financeKeys.unusualFees(query),
    queryFn: () => ask(unusualFeesAnswerSchema, "/admin/pos/reports/unusual-fees", { query }),
    placeholderData: keepPreviousData,
  })
}

/** What each payment of an order came to, and the payout that brought it. */
export function useOrderPayments(orderId: string) {
  return useQuery({
    queryKey: financeKeys.orderPayments(orderId),
    queryFn: () => ask(orderPaymentsAnswerSchema, `/admin/pos/reports/orders/${orderId}`),
    select: ({ payments }) => payments,
  })
}

/** Reads what is new in the account, in the background. */
export function usePull() {
  return useChange((connection_id: string) =>
    ask(pullAnswerSchema, "/admin/pos/account-transactions/pull", { method: "POST", body: { connection_id } })
  )
}

export type ExportOrder = { connection_id: string; kind: string; from: string; to: string }

/** Writes a table as CSV; the answer says where it is. */
export function useExport() {
  return useMutation({
    mutationFn: (body: ExportOrder) => ask(fileAnswerSchema, "/admin/pos/exports", { method: "POST", body }),
  })
}

/** Writes a day's report as PDF; the answer says where it is. */
export function useDailyReport() {
  return useMutation({
    mutationFn: (body: { connection_id: string; date: string }) =>
      ask(fileAnswerSchema, "/admin/pos/reports/daily", { method: "POST", body }),
  })
}
