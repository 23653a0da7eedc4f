import { ExclamationCircle } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useAttention } from "../../hooks/connections/use-connections"
import { attentionPath } from "../overview/attention-path"

/** Kinds that stop a whole connection; the rest is told on its own pages. */
const PRESSING = [
  "disconnected",
  "tables_unknown",
  "subscription_failing",
  "subscription_keyless",
  "workers_silent",
  "dead_entries",
]

export const AttentionNotice = () => {
  const { t } = useTranslation("pos")
  const { data = [] } = useAttention()
  const pressing = data.find(({ kind }) => PRESSING.includes(kind))
  if (!pressing) {
    return null
  }
  const words = t(`attention.${pressing.kind}`, { count: pressing.count })
  return (
    <Button size="small" variant="transparent" className="text-ui-tag-orange-text max-w-64" asChild>
      <Link to={attentionPath(pressing.kind, pressing.connection_id)} aria-label={words} title={words}>
        <ExclamationCircle aria-hidden />
        <span className="truncate max-md:hidden">{words}</span>
      </Link>
    </Button>
  )
}
