import { ExclamationCircle } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useIssues } from "../../hooks/connections/use-connections"
import { toIssuePath } from "../overview/issue-list"

/**
 * At the top of every page, while sales stop or are missing: the most urgent issue, and where it is solved. The others are
 * shown on their own pages.
 */
const IssueNotice = () => {
  const { t } = useTexts()
  const { data = [] } = useIssues()
  const pressing = data.find(({ urgency }) => urgency === "loss")
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

export default IssueNotice
