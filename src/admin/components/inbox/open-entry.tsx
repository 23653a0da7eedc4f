import { Link } from "react-router-dom"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useTexts } from "../../hooks/common/use-texts"
import type { InboxEntry } from "../../lib/answers/inbox-entry"

/** An entry's event in words; opens the entry beside the list, which keeps its page and filters. */
export const OpenEntry = ({ entry }: { entry: InboxEntry }) => {
  const { t } = useTexts()
  const hrefWith = useHrefWith()
  return (
    <Link to={hrefWith("entry", entry.id)} className="text-ui-fg-base block max-w-64 truncate">
      {t([`events.${entry.event_name}`, "unknown"])}
    </Link>
  )
}
