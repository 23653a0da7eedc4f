import { useQuery } from "@tanstack/react-query"
import { receiptAnswerSchema, receiptsAnswerSchema } from "../../lib/answers/receipt"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { type ListQuery, useList } from "../common/use-list"

export function useReceipts(query: ListQuery, enabled = true) {
  return useList({
    key: posKeys.receipts(query),
    schema: receiptsAnswerSchema,
    path: "/admin/pos/receipts",
    query,
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
