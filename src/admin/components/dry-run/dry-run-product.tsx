import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { DryRunEntry } from "../../lib/answers/dry-run"
import { useTexts } from "../../hooks/common/use-texts"
import { Reason } from "../common/reason"
import { StateBadge } from "../common/state-badge"
import { DryRunChange } from "./dry-run-change"

/** What a sync would do with one product, field by field. */
export const DryRunProduct = ({ entry }: { entry: DryRunEntry }) => {
  const { t } = useTexts()
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex items-center justify-between gap-4">
        <Link className="txt-compact-small-plus min-w-0 truncate" to={`/products/${entry.product_id}`}>
          {entry.title ?? t("unknown")}
        </Link>
        <StateBadge of="dryRun" state={entry.action} />
      </div>
      {[...entry.reasons, ...entry.notes].map((reason, index) => (
        <Text as="div" key={index} size="small" className="text-ui-fg-subtle break-words">
          <Reason text={reason} />
        </Text>
      ))}
      {entry.changes.length > 0 && (
        <dl className="txt-small grid grid-cols-1 gap-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {entry.changes.map((change) => (
            <DryRunChange key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}
