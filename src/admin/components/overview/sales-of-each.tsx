import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { CurrencySales } from "../../lib/answers/overview"
import { nameOf } from "../../lib/connection-name"
import { Money } from "../common/money"
import { StateBadge } from "../common/state-badge"

/** Each connection's own part of what was sold together, the largest first, with its own overview. */
export const SalesOfEach = (props: { connections: Connection[]; sales: CurrencySales; days: number }) => {
  const { connections, sales, days } = props
  const { t } = useTexts()
  const largestFirst = [...sales.connections].sort((one, other) => other.counter.amount - one.counter.amount)
  return (
    <ol className="divide-y">
      {largestFirst.map(({ id, counter, refunds }) => {
        const connection = connections.find((one) => one.id === id)
        return (
          connection && (
            <li
              key={id}
              className="txt-compact-small flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3"
            >
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link className="text-ui-fg-base break-words underline" to={`/pos?connection=${id}&days=${days}`}>
                  {nameOf(connection)}
                </Link>
                {connection.group_name && <span className="text-ui-fg-subtle">{connection.group_name}</span>}
                {connection.state !== "active" && <StateBadge of="connection" state={connection.state} />}
              </span>
              <span className="text-ui-fg-subtle flex flex-wrap gap-x-4">
                <span>{t("overview.receipts", { count: counter.receipts })}</span>
                {refunds.receipts > 0 && (
                  <span>
                    {t("overview.refundCount", { count: refunds.receipts })}{" "}
                    <Money amount={refunds.amount} currency={sales.currency_code} />
                  </span>
                )}
                <span className="text-ui-fg-base">
                  <Money amount={counter.amount} currency={sales.currency_code} />
                </span>
              </span>
            </li>
          )
        )
      })}
    </ol>
  )
}
