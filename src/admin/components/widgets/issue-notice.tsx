import { ExclamationCircle } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useIssues } from "../../hooks/connections/use-connections"
import type { IssueKind } from "../../../contract/monitoring"
import { toIssuePath } from "../overview/issue-list"

/** Kinds that stop a whole connection; the other kinds are shown on their own pages. */
const PRESSING: readonly IssueKind[] = [
  "disconnected",
  "pos_unreachable",
  "tables_unknown",
  "store_writes_waiting",
  "subscription_failing",
  "subscription_keyless",
  "notifications_silent",
  "polling_silent",
  "workers_silent",
  "location_deleted",
  "inbox_waiting",
  "dead_entries",
  "money_differs",
]

export const IssueNotice = () => {
  const { t } = useTexts()
  const { data = [] } = useIssues()
  const pressing = data.find(({ kind }) => PRESSING.some((pressingKind) => pressingKind === kind))
  if (!pressing) {
    return null
  }
  const words = t(`issues.${pressing.kind}`, { count: pressing.count })
  return (
    <Button size="small" variant="transparent" className="text-ui-tag-orange-text max-w-64" asChild>
      <Link to={toIssuePath(pressing.kind, pressing.connection_id)} aria-label={words} title={words}>
        <ExclamationCircle aria-hidden className="shrink-0" />
        <span className="truncate max-md:hidden">{words}</span>
      </Link>
    </Button>
  )
}
