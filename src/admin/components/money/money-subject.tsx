import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { MoneyDifference } from "../../lib/answers/finance"
import { formatDay } from "../../lib/format/time"
import { Reason } from "../common/reason"

/** What differs, with the page where it stands: a receipt, a day, a payout. */
export const MoneySubject = ({ difference }: { difference: MoneyDifference }) => {
  const { t, language } = useTexts()
  const { kind, subject, receipt_id, failure } = difference
  const name = t([`money.kinds.${kind}`, "unknown"])
  const path = kind === "payout" ? `/pos/payouts/${subject}` : receipt_id ? `/pos/receipts/${receipt_id}` : null
  return (
    <div className="max-w-72">
      {path ? (
        <Link className="text-ui-fg-base underline" to={path}>
          {name}
        </Link>
      ) : (
        <span>
          {name}
          {kind === "purchases" && `: ${formatDay(subject, language)}`}
        </span>
      )}
      {failure && (
        <div className="text-ui-fg-error break-words whitespace-normal">
          <Reason text={failure} />
        </div>
      )}
    </div>
  )
}
