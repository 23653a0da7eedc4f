import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { nameOf } from "../../lib/connection-name"
import { StateBadge } from "../common/state-badge"

/** A connection in a list: who, how it stands, and how many products are at the counter. */
export const ConnectionRow = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
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
            {connection.group_name !== null && `${connection.group_name} · `}
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
