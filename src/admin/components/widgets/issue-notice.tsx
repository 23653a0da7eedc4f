import { Permitted } from "../common/restricted"
import { ExclamationCircle } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useIssues } from "../../hooks/connections/use-connections"
import { toIssuePath } from "../overview/issue-list"

/** The most urgent issue, on every page, while sales stop or are missing; the others are shown on their own pages. */
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

/** At the top of every page, while a connection waits for a person: what for, and where. Otherwise nothing. */
const TopbarNotice = () => (
  <Permitted to="view">
    <IssueNotice />
  </Permitted>
)

export default TopbarNotice
