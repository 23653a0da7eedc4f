import { useMutation, useQuery } from "@tanstack/react-query"
import {
  exportedMonthAnswerSchema,
  fileAnswerSchema,
  orderPaymentsAnswerSchema,
  unsettledAnswerSchema,
  unusualFeesAnswerSchema,
} from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"
import { financeKeys } from "../../lib/http/query-keys"
import { type ListQuery, useList } from "../common/use-list"
import type { ExportKind } from "../../../contract/accounting"

export function useUnsettled(query: ListQuery) {
  return useList({
    key: financeKeys.unsettled(query),
    schema: unsettledAnswerSchema,
    path: "/admin/pos/reports/unsettled-payments",
    query,
    refetch: false,
  })
}

/** Payments whose fee is out of line with what is usual for their type. */
export function useUnusualFees(query: ListQuery) {
  return useList({
    key: financeKeys.unusualFees(query),
    schema: unusualFeesAnswerSchema,
    path: "/admin/pos/reports/unusual-fees",
    query,
    refetch: false,
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

export type ExportOrder = { connection_id: string; kind: ExportKind; from: string; to: string }

/** Writes a table as CSV; the answer says where it is. */
export function useExport() {
  return useMutation({
    mutationFn: (body: ExportOrder) => ask(fileAnswerSchema, "/admin/pos/exports", { method: "POST", body }),
  })
}

/** Writes tables of a month of several connections as one zip; the answer says where it is, and what it lacks. */
export function useExportMonth() {
  return useMutation({
    mutationFn: (body: { month: string; kinds: ExportKind[]; connection_ids: string[] }) =>
      ask(exportedMonthAnswerSchema, "/admin/pos/exports/month", { method: "POST", body }),
  })
}

/** Writes a day's report as PDF; the answer says where it is. */
export function useDailyReport() {
  return useMutation({
    mutationFn: (body: { connection_id: string; date: string }) =>
      ask(fileAnswerSchema, "/admin/pos/reports/daily", { method: "POST", body }),
  })
}
