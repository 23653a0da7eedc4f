import { Badge } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { Receipt } from "../../lib/answers/receipt"
import { StateBadge } from "../common/state-badge"

/** Whether the shop shows a receipt, and whether it gives money back. */
export const ReceiptState = ({ receipt }: { receipt: Pick<Receipt, "state" | "refund"> }) => {
  const { t } = useTexts()
  return (
    <span className="flex items-center gap-x-2">
      <StateBadge of="receipt" state={receipt.state} />
      {receipt.refund && <Badge size="2xsmall">{t("receipts.refund")}</Badge>}
    </span>
  )
}
