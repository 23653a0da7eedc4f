import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { MONEY_DECISIONS, type MoneyDecision } from "../../../vocabulary/money"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useDecideMoney } from "../../hooks/money/use-money"

const SHORTCUTS: Record<MoneyDecision, string> = { mended: "m", ignored: "i" }

const chosen = (selected: DataTableRowSelectionState) => Object.keys(selected).filter((id) => selected[id])

/** Mends the selected differences, or leaves them; what could not be mended says why in its row. */
export function useMoneyCommands(connectionId: string, onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecideMoney(connectionId)
  return MONEY_DECISIONS.map((decision) => ({
    label: t(`money.decisions.${decision}`),
    shortcut: SHORTCUTS[decision],
    action: (selected) =>
      decide.mutate(
        { decision, ids: chosen(selected) },
        {
          onSuccess: ({ decided, failed }) => {
            toasts.succeeded(
              failed > 0 ? t("money.notMended", { count: failed }) : t("money.decided", { count: decided })
            )
            onDone()
          },
          onError: toasts.failed,
        }
      ),
  }))
}
