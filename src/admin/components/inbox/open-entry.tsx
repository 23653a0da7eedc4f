import { useTranslation } from "react-i18next"
import { Link, useSearchParams } from "react-router-dom"
import type { InboxEntry } from "../../lib/answers/inbox-entry"

/** An entry's event in words; opens the entry beside the list, which keeps its page and filters. */
export const OpenEntry = ({ entry }: { entry: InboxEntry }) => {
  const { t } = useTranslation("pos")
  const [search] = useSearchParams()
  const there = new URLSearchParams(search)
  there.set("entry", entry.id)
  return (
    <Link to={`?${there.toString()}`} className="text-ui-fg-base block max-w-64 truncate">
      {t(`events.${entry.event_name}`, { defaultValue: entry.event_name })}
    </Link>
  )
}
