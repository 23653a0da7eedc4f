import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { Receipt } from "../../lib/answers/receipt"

const filter = createDataTableFilterHelper<Receipt>()

export function useReceiptFilters(): DataTableFilter[] {
  const { t } = useTranslation("pos")
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
      filter.accessor("state", {
        type: "radio",
        label: t("receipts.state"),
        options: ["mirrored", "recorded", "pending"].map((value) => ({ label: t(`states.receipt.${value}`), value })),
      }),
      ...(date ? [{ ...date, id: "sold_at", label: t("receipts.soldAt") }] : []),
    ],
    [t, date]
  )
}
