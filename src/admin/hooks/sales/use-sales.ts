import { useQuery } from "@tanstack/react-query"
import { importSalesAnswerSchema, salesAtPosAnswerSchema, saleSearchAnswerSchema } from "../../../contract/sale-search"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"

/** A text, and the days in which it is searched; "" for no limit. */
export type SearchedSales = { q: string; from: string; to: string }

/** Sales in the store that match a text; nothing is asked without one. */
export function useFoundSales(connectionId: string, { q, from, to }: SearchedSales) {
  const days = from === "" || to === "" ? {} : { from, to }
  const query = { connection_id: connectionId, q, ...days }
  return useQuery({
    queryKey: posKeys.sales(query),
    queryFn: () => ask(saleSearchAnswerSchema, "/admin/pos/sales/search", { query }),
    enabled: q !== "" || "from" in days,
  })
}

/** Sales that the POS has in a period now, and that the store lacks. A failed call is not repeated by itself. */
export function useSalesAtPos(connectionId: string, { q, from, to }: SearchedSales) {
  return useQuery({
    queryKey: posKeys.salesAtPos(connectionId, { q, from, to }),
    queryFn: () =>
      ask(salesAtPosAnswerSchema, `/admin/pos/connections/${connectionId}/pos-sales`, { query: { q, from, to } }),
    enabled: from !== "" && from <= to,
    retry: false,
  })
}

/** Imports sales from the POS by the UUIDs of their purchases. */
export function useImportSales(connectionId: string) {
  return useChange((purchase_uuids: string[]) =>
    ask(importSalesAnswerSchema, `/admin/pos/connections/${connectionId}/import-sales`, {
      method: "POST",
      body: { purchase_uuids },
    })
  )
}
