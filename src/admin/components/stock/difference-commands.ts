import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { STOCK_DECISIONS, type StockDecision } from "../../../vocabulary/stock"
import { useTexts } from "../../hooks/common/use-texts"
import { useDecideDifferences } from "../../hooks/stock/use-stock"
import { useToasts } from "../../hooks/common/use-toasts"

const SHORTCUTS: Record<StockDecision, string> = { "trust-shop": "s", "trust-pos": "c", ignored: "i" }

const chosen = (selected: DataTableRowSelectionState) => Object.keys(selected).filter((id) => selected[id])

/** Settles the selected differences: by the shop, by the counter, or not at all. */
export function useDifferenceCommands(connectionId: string, onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecideDifferences(connectionId)
  return STOCK_DECISIONS.map((decision) => ({
    label: t(`stock.decisions.${decision}`),
    shortcut: SHORTCUTS[decision],
    action: (selected) =>
      decide.mutate(
        { decision, ids: chosen(selected) },
        {
          onSuccess: ({ decided, left_open }) => {
            const left = left_open.reduce((sum, { count }) => sum + count, 0)
            const words = t("stock.decided", { count: decided })
            toasts.succeeded(left > 0 ? `${words} ${t("stock.leftOpen", { count: left })}` : words)
            onDone()
          },
          onError: toasts.failed,
        }
      ),
  }))
}
