import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { Connection } from "../../lib/answers/connection"
import { nameOf } from "../common/connection-page"
import { StateBadge } from "../common/state-badge"

/** A connection in a list: who, how it stands, and how many products are at the counter. */
export const ConnectionRow = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { synced, rejected, pending } = connection.product_links
  return (
    <li>
      <Link
        to={`/settings/pos/${connection.id}`}
        className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex flex-wrap items-center justify-between gap-3 px-6 py-4 outline-none"
      >
        <div className="min-w-0">
          <Text size="small" weight="plus" className="break-words">
            {nameOf(connection)}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {connection.currency_code.toUpperCase()} · {t("settings.synced", { count: synced })}
            {pending > 0 && ` · ${t("settings.pending", { count: pending })}`}
            {rejected > 0 && ` · ${t("settings.rejected", { count: rejected })}`}
          </Text>
        </div>
        <StateBadge of="connection" state={connection.state} />
      </Link>
    </li>
  )
}
