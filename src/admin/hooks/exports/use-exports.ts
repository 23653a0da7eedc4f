import { useMutation } from "@tanstack/react-query"
import type { ExportKind } from "../../../contract/accounting"
import { fileAnswerSchema } from "../../lib/answers/finance"
import { ask } from "../../lib/http/client"

export type ExportOrder = { connection_id: string; kind: ExportKind; from: string; to: string }

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
