import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { RECEIPT_STATES } from "../../../vocabulary/receipt"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Receipt } from "../../lib/answers/receipt"

const filter = createDataTableFilterHelper<Receipt>()

export function useReceiptFilters(): DataTableFilter[] {
  const { t } = useTexts()
  const states = useStateFilters("receipt", "receipts.state", RECEIPT_STATES)
  const [date] = useDataTableDateFilters()
  return useMemo(
    () => [
      filter.accessor("refund", {
        type: "radio",
        label: t("receipts.kind"),
        options: [
          { label: t("receipts.sale"), value: "false" },
          { label: t("receipts.refund"), value: "true" },
        ],
      }),
      ...states,
      ...(date ? [{ ...date, id: "sold_at", label: t("receipts.soldAt") }] : []),
    ],
    [t, states, date]
  )
}
