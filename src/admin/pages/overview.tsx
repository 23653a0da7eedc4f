import { Link } from "react-router-dom"
import { Text } from "@medusajs/ui"
import { ConnectionPage } from "../components/common/connection-page"
import { Ago, Facts, Money } from "../components/common/figures"
import { Section } from "../components/common/section"
import { StateBadge } from "../components/common/state-badge"
import { Empty, QueryResult } from "../components/common/states"
import { IssueList } from "../components/overview/issue-list"
import { Figures, SalesChart } from "../components/overview/figures"
import { FreshnessTable } from "../components/overview/freshness-table"
import { PeriodTabs } from "../components/overview/period-tabs"
import { ExportMonth } from "../components/payouts/export-month"
import { useTexts } from "../hooks/common/use-texts"
import { useHealth } from "../hooks/connections/use-connections"
import {
  type CurrencySales,
  useOverview,
  useOverviewOfAll,
  usePeriod,
  useTopProducts,
} from "../hooks/overview/use-overview"
import type { Connection } from "../lib/answers/connection"
import { getName } from "../lib/connections"
import { formatQuantity } from "../lib/format/amounts"

/** Each connection's own part of what was sold together, the largest first, with its own overview. */
const SalesOfEach = (props: { connections: Connection[]; sales: CurrencySales; days: number }) => {
  const { connections, sales, days } = props
  const { t } = useTexts()
  const largestFirst = [...sales.connections].sort((left, right) => right.pos.amount - left.pos.amount)
  return (
    <ol className="divide-y">
      {largestFirst.map(({ id, pos, refunds }) => {
        const connection = connections.find((candidate) => candidate.id === id)
        return (
          connection && (
            <li
              key={id}
              className="txt-compact-small flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3"
            >
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link className="text-ui-fg-base break-words underline" to={`/pos?connection=${id}&days=${days}`}>
                  {getName(connection)}
                </Link>
                {connection.group_name && <span className="text-ui-fg-subtle">{connection.group_name}</span>}
                {connection.state !== "active" && <StateBadge kind="connection" state={connection.state} />}
              </span>
              <span className="text-ui-fg-subtle flex flex-wrap gap-x-4">
                <span>{t("overview.receipts", { count: pos.receipts })}</span>
                {refunds.receipts > 0 && (
                  <span>
                    {t("overview.refundCount", { count: refunds.receipts })}{" "}
                    <Money amount={refunds.amount} currency={sales.currency_code} />
                  </span>
                )}
                <span className="text-ui-fg-base">
                  <Money amount={pos.amount} currency={sales.currency_code} />
                </span>
              </span>
            </li>
          )
        )
      })}
    </ol>
  )
}

/** What was sold most over the POS in the period. */
const TopProducts = ({ connectionId, days }: { connectionId: string; days: number }) => {
  const { t, language } = useTexts()
  const query = useTopProducts(connectionId, days)
  return (
    <Section title={t("overview.topProducts")}>
      <QueryResult query={query} lines={5}>
        {({ top_products, currency_code }) =>
          top_products.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("overview.nothing")}
            </Text>
          ) : (
            <ol className="divide-y">
              {top_products.map(({ name, product_id, quantity, amount }, index) => (
                <li key={index} className="txt-compact-small flex items-center justify-between gap-4 px-6 py-3">
                  <span className="min-w-0 truncate" title={name}>
                    {product_id ? (
                      <Link className="text-ui-fg-base underline" to={`/products/${product_id}`}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </span>
                  <span className="text-ui-fg-subtle flex shrink-0 gap-x-4">
                    <span>{t("times", { quantity: formatQuantity(quantity, language) })}</span>
                    <Money amount={amount} currency={currency_code} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryResult>
    </Section>
  )
}

/** What several connections have sold together, each currency by itself, and the issues of all of them. */
const OverviewOfSeveral = ({ connections, group }: { connections: Connection[]; group: string | null }) => {
  const { t } = useTexts()
  const { days, choose } = usePeriod()
  const overview = useOverviewOfAll(group, days)
  return (
    <>
      <IssueList connections={connections} />
      <Section
        level="h1"
        title={t("overview.title")}
        hint={t("groups.overviewHint")}
        actions={<PeriodTabs days={days} onChoose={choose} />}
      >
        {connections.length === 0 ? (
          <Empty title={t("groups.empty.title")} hint={t("groups.empty.hint")} />
        ) : (
          <div className="flex flex-col items-start gap-y-2 px-6 py-4 empty:hidden">
            <ExportMonth connections={connections} />
          </div>
        )}
      </Section>
      <QueryResult query={overview} lines={6}>
        {(currencies) =>
          currencies.map((sales) => (
            <Section
              key={sales.currency_code}
              title={sales.currency_code.toUpperCase()}
              hint={t("groups.currencyHint", { count: sales.connections.length, zone: sales.time_zone })}
            >
              <Figures days={sales.days} currency={sales.currency_code} />
              <SalesChart days={sales.days} currency={sales.currency_code} />
              <SalesOfEach connections={connections} sales={sales} days={days} />
            </Section>
          ))
        }
      </QueryResult>
    </>
  )
}

/** How many notifications came today, counted while one looks. */
const LiveSales = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const health = useHealth(connection.id)
  return (
    <Section title={t("overview.notifications")}>
      <QueryResult query={health} lines={4}>
        {(shown) => (
          <>
            <div className="px-6 py-4" aria-live="polite">
              <Text size="xlarge" weight="plus" className="tabular-nums">
                {new Intl.NumberFormat(language).format(shown.inbox_received_today)}
              </Text>
              <Text size="small" className="text-ui-fg-subtle">
                {t("overview.receivedToday")}
              </Text>
            </div>
            <Facts
              facts={[
                {
                  label: t("health.lastNotification"),
                  value: <Ago at={shown.last_notification_at} timeZone={connection.time_zone} />,
                },
                {
                  label: t("health.lastReceipt"),
                  value: <Ago at={shown.last_receipt_at} timeZone={connection.time_zone} />,
                },
                { label: t("health.inboxPending"), value: shown.inbox_pending },
              ]}
            />
          </>
        )}
      </QueryResult>
    </Section>
  )
}

const OverviewPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { days, choose } = usePeriod()
  const overview = useOverview(connection.id, days)
  return (
    <>
      <IssueList connections={[connection]} />
      <Section
        level="h1"
        title={t("overview.title")}
        hint={t("overview.hint", { zone: overview.data?.time_zone ?? connection.time_zone ?? "UTC" })}
        actions={<PeriodTabs days={days} onChoose={choose} />}
      >
        <QueryResult query={overview} lines={6}>
          {({ days: each, currency_code }) => (
            <>
              <Figures days={each} currency={currency_code} />
              <SalesChart days={each} currency={currency_code} />
            </>
          )}
        </QueryResult>
      </Section>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <TopProducts connectionId={connection.id} days={days} />
        <LiveSales connection={connection} />
      </div>
      <FreshnessTable connection={connection} />
    </>
  )
}

/** Point of sale › Overview: sales and issues. */
const Overview = () => (
  <ConnectionPage
    ofSeveral={(connections, group) => <OverviewOfSeveral key={group} connections={connections} group={group} />}
  >
    {(connection) => <OverviewPage connection={connection} />}
  </ConnectionPage>
)

export default Overview
