import { Link } from "react-router-dom"
import { Badge } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { Receipt } from "../../hooks/receipts/use-receipts"
import { StateBadge } from "../common/state-badge"

/** A link to a receipt with its printed number, or with the word "receipt" where the number is unknown. */
export const ReceiptLink = ({ id, number }: { id: string; number: number | null }) => {
  const { t } = useTexts()
  return (
    <Link className="text-ui-fg-base underline" to={`/pos/receipts/${id}`}>
      {number ?? t("receipts.number")}
    </Link>
  )
}

/** Whether the store shows a receipt, and whether it gives money back. */
export const ReceiptState = ({ receipt }: { receipt: Pick<Receipt, "state" | "refund"> }) => {
  const { t } = useTexts()
  return (
    <span className="flex items-center gap-x-2">
      <StateBadge kind="receipt" state={receipt.state} />
      {receipt.refund && <Badge size="2xsmall">{t("receipts.refund")}</Badge>}
    </span>
  )
}
