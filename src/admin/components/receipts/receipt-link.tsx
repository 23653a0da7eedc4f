import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"

/** A receipt by the number on the paper, or by that word where the number is not known. */
export const ReceiptLink = ({ id, number }: { id: string; number: number | null }) => {
  const { t } = useTexts()
  return (
    <Link className="text-ui-fg-base underline" to={`/pos/receipts/${id}`}>
      {number ?? t("receipts.number")}
    </Link>
  )
}
